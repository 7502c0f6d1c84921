use tirada_peers::*;
use tirada::session::*;
use tirada::eval::*;
use std::hint::black_box;
#[allow(unused)]
fn main(){
  let mut s = Session::new(&Builtin);
  let g = s.load("hitos").unwrap().game;
  let arg = std::env::args().nth(1);
  for t in ["7d8 + 123","7d8-123","7d8 + 2d6 + 123","(7d8 + 123) * 2","mM+2", "7", "3d10", "C + Fortaleza + 2"] {
    let known = Default::default();
    let set = Default::default();
    let mut srcs = tirada::source::Sources::new();
    let id = srcs.add("", t);
    let rq = Request{text:t.to_owned(), source:String::new(), ..Default::default()};
    let rd = s.prepare(&g,&rq).unwrap();
    if arg.is_some() { for _ in 0..2_000_000 { black_box(tirada::syntax::parse(t)); } continue; }
    let mut gen_ = Generator::new(1);
    let row = race(vec![
      Candidate::new("parse", || tirada::syntax::parse(t)),
      Candidate::new("parse+prepare", || tirada::check::prepare(&g,&srcs,id,&known,&set,false)),
      Candidate::new("fast", || Fast::of(&g,&rd.prepared)),
      Candidate::new("session", || { let mut s=Session::new(&Builtin); s.prepare(&g,&rq)}),
    ]);
    println!("{t:20} {}", row.iter().map(|(n,t)|format!("{n} {}", duration(*t))).collect::<Vec<_>>().join("  "));
  }
}
