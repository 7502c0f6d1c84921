export const found = (value) => ({ ok: true, value });
export const wrong = (problems) => ({ ok: false, problems });
