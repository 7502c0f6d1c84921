//! The colour of a game's pages, and whether text in it is legible. Contrast follows WCAG 2.2, section 1.4.3.

/// A colour, as it is written: `7a1f2b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accent([u8; 3]);

/// Tenths that the contrast with white has to have: 4.5 to 1 is the least for text, and some of it is on a tint.
pub const LEAST: u32 = 55;
/// The card of pages in the dark scheme.
const DARK: Accent = Accent([0x1f, 0x21, 0x28]);
/// How bright the brightest part of a colour becomes before it becomes paler.
const BRIGHT: u32 = 215;
const WHITE: Accent = Accent([0xff; 3]);

impl Accent {
    /// Six hexadecimal digits, with `#` before them or without.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix('#').unwrap_or(text);
        if text.len() != 6 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let part = |at: usize| text.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
        Some(Self([part(0)?, part(2)?, part(4)?]))
    }

    /// The contrast with white, in tenths: from 10 to 210.
    #[must_use]
    pub fn contrast_with_white(self) -> u32 {
        contrast(self, WHITE)
    }

    /// The same hue, so dark that it can be read on white.
    #[must_use]
    pub fn readable(self) -> Self {
        let mut darker = (0..=100).map(|share| mix(self, Self([0; 3]), share));
        darker.find(|one| one.contrast_with_white() >= LEAST).unwrap_or(Self([0; 3]))
    }

    /// The same hue, so light that it can be read in the dark scheme.
    #[must_use]
    pub fn in_the_dark(self) -> Self {
        // Brighter first, which keeps the hue strong, and then paler.
        let most = u32::from(self.0.into_iter().max().unwrap_or(0).max(1));
        let bright = |top: u32| Self(self.0.map(|part| u8::try_from(u32::from(part) * top / most).unwrap_or(u8::MAX)));
        let lighter = (most..=BRIGHT).map(bright);
        let brightest = bright(most.max(BRIGHT));
        let mut lighter = lighter.chain((0..=100).map(|share| mix(brightest, WHITE, share)));
        lighter.find(|one| contrast(*one, DARK) >= 70).unwrap_or(WHITE)
    }

    /// What lies behind text in this colour, in the light and in the dark scheme.
    #[must_use]
    pub fn tints(self) -> [Self; 2] {
        [mix(WHITE, self, 8), mix(DARK, self.in_the_dark(), 14)]
    }
}

impl std::fmt::Display for Accent {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|part| write!(to, "{part:02x}"))
    }
}

/// So many hundredths of the second colour in the first.
fn mix(one: Accent, other: Accent, share: u32) -> Accent {
    let part = |(one, other): (u8, u8)| {
        let sum = u32::from(one) * (100 - share.min(100)) + u32::from(other) * share.min(100);
        u8::try_from(sum / 100).unwrap_or(u8::MAX)
    };
    let [r, g, b] = one.0;
    let [s, h, c] = other.0;
    Accent([part((r, s)), part((g, h)), part((b, c))])
}

pub fn contrast(one: Accent, other: Accent) -> u32 {
    let (one, other) = (luminance(one), luminance(other));
    let ratio = (one.max(other) + 0.05) / (one.min(other) + 0.05) * 10.0;
    // From 10 to 210.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let tenths = ratio as u32;
    tenths
}

fn luminance(Accent([red, green, blue]): Accent) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
