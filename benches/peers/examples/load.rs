use tirada::session::*; use tirada::ruleset::File; use tirada_peers::*;
fn main(){ let t = std::fs::read_to_string(std::env::args().nth(1).unwrap_or("/tmp/big.yml".into())).unwrap(); let t=t.as_str();
 struct N; impl tirada::ruleset::Shelf for N { fn files(&self,_:&str)->Option<Vec<File>>{None} fn ids(&self)->Vec<String>{vec![]} }
 let mut srcs = tirada::source::Sources::new();
 let l = tirada::ruleset::load(vec![File{name:"a".into(),text:t.into()}], &N, &mut srcs);
 let rs = l.ruleset.unwrap();
 let row = race(vec![
  Candidate::new("yaml", || { let mut s=tirada::source::Sources::new(); let id=s.add("a",t); tirada::ruleset::yaml::parse(&s,id,&Default::default())}),
  Candidate::new("load", || { let mut s=tirada::source::Sources::new(); tirada::ruleset::load(vec![File{name:"a".into(),text:t.into()}], &N, &mut s)}),
  Candidate::new("check", || tirada::check::check(&rs,&srcs)),
  Candidate::new("all", || { let mut s=Session::new(&N); s.load_files(vec![File{name:"a".into(),text:t.into()}])}),
  Candidate::new("serde value", || serde_yaml::from_str::<serde_json::Value>(t).is_ok()),
  Candidate::new("serde ignored", || serde_yaml::from_str::<serde::de::IgnoredAny>(t).is_ok()),
  Candidate::new("granit", || granit_parser::Parser::new_from_str(t).filter(|event| event.is_ok()).count()),
 ]);
 println!("{}", row.iter().map(|(n,t)|format!("{n} {}", duration(*t))).collect::<Vec<_>>().join("  "));
}
