import FindieText

extension StyleSheet {
  /// The rules for the links to other pages.
  static let links: HTML = """
    .up-links{float:right;font-size:.875rem}.up-links a{display:inline-block;margin-left:1.25rem}
    @media(max-width:34rem){.up-links{float:none;margin-top:.35rem}.up-links a{margin:0 1.1rem 0 0}}
    """

  /// The rules that only the index of studios needs.
  static let index: HTML = """
    .letters,.hits{list-style:none;padding:0}.letters{display:grid;gap:.5rem;\
    grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr))}.letters a,.hits a{font-weight:600}\
    .letters small,.hits small{color:var(--soft)}\
    .hits li{padding:.4rem 0;border-top:1px solid var(--line)}\
    .hits:empty{display:none}
    .find{margin:1.25rem 0}.find label{display:block;font-weight:600}.find input{font:inherit;\
    color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:8px;\
    padding:.5rem .8rem;width:min(26rem,100%)}.find input:focus-visible{outline:2px solid \
    var(--a);outline-offset:2px}.find output{display:block;color:var(--soft);min-height:1.6em}
    """

  /// The rules that only the team's page needs.
  static let team: HTML = """
    .toc{font-size:.875rem}.toc a{display:inline-block;margin-right:1.1rem}
    .line.s1{stroke:var(--warm);stroke-dasharray:5 3}
    .lines .key .s0:before{background:var(--a);height:3px;width:1.3em;vertical-align:.25em}
    .lines .key .s1:before{background:none;border-top:3px dashed var(--warm);height:0;width:1.3em;\
    vertical-align:.2em}
    tr.best th,tr.best td{background:var(--tint)}
    .line.s2{stroke:var(--soft);stroke-dasharray:1.5 3}
    .lines .key .s2:before{background:none;border-top:3px dotted var(--soft);height:0;width:1.3em;\
    vertical-align:.2em}
    .heat{display:block;margin:-.25rem -.5rem;padding:.25rem .5rem;border-radius:4px;\
    background:color-mix(in srgb,var(--a) var(--h,0%),var(--card))}
    .heat small{color:inherit}.h1{--h:15%}.h2{--h:30%}.h3{--h:45%}.h4{--h:90%;color:var(--card)}
    .scale .heat{display:inline-block;margin:0;padding:0 .5rem}.scale .heat:not(.h4){color:var(--ink)}
    .finding{border-left:3px solid var(--warm);padding-left:1rem;margin:0 0 1.4rem;max-width:46rem}
    .finding h3{font-size:1.15rem;line-height:1.35;margin:0 0 .3rem;text-wrap:pretty}
    .finding p{margin:.2rem 0}.story .lead{margin:1.25rem 0 0;font-size:1.05rem}
    .ranges{border:0;margin:0 0 1rem;padding:0;display:flex;flex-wrap:wrap;gap:.4rem}
    .ranges legend{float:left;padding:.3rem .5rem 0 0;color:var(--soft);font-size:.875rem}
    .ranges label{position:relative;cursor:pointer}.ranges input{position:absolute;opacity:0;inset:0;\
    margin:0;cursor:pointer}.ranges span{display:block;border:1px solid var(--soft);\
    border-radius:99px;padding:.25rem .9rem;font-size:.9375rem}
    .ranges input:checked+span{background:var(--a);border-color:var(--a);color:var(--card);\
    font-weight:600}.ranges input:focus-visible+span{outline:2px solid var(--a);outline-offset:2px}
    .range h3{margin:0 0 .6rem;font-weight:500}.range .chart{margin-top:.75rem}
    @supports selector(:has(a)){.range{display:none}section:has(#r-1:checked) \
    .p-1,section:has(#r-7:checked) .p-7,section:has(#r-28:checked) .p-28,section:has(#r-91:checked) \
    .p-91,section:has(#r-364:checked) .p-364{display:block}}
    .mark{position:absolute;top:-.35rem;bottom:0;border-left:1px dashed var(--warm);color:var(--warm);\
    font:600 .75rem/1 system-ui,sans-serif;padding-left:.15rem;pointer-events:none}
    .notes{font-size:.875rem;margin:.5rem 0 0 3rem;padding-left:1.2rem}.notes li::marker{\
    color:var(--warm);font-weight:600}
    .shade{fill:var(--warm);fill-opacity:.16}
    @media(max-width:34rem){.stack .heat{margin:0}.notes{margin-left:2.6rem}\
    \(columns(11...mostStacked))}
    @media print{.toc,.ranges,main:has(.story) details{display:none}\
    main:has(.story)>section:is(:has(#h-days),:has(#h-alerts),:has(#h-sessions),:has(#h-partners),\
    :has(#h-data),:has(#h-stages),:has(#h-words)),.story~section tbody tr:nth-child(n+11),\
    section:has(#h-back) h3,section:has(#h-back) h3~*,section:has(#h-models) .wide~.wide{display:none}\
    .story .lead{font-size:10.5pt;max-width:none;margin:.5rem 0 0}.story .lead p{margin:0 0 .25rem}\
    .finding{max-width:none;margin:0 0 .6rem}.range .cards{grid-template-columns:repeat(5,1fr);\
    gap:.4rem}.range .cards>div{padding:.4rem .5rem}.range .cards dt,.range .cards dd{font-size:7.5pt}\
    .range .cards b{font-size:13pt}.story~section{margin:.7rem 0}.story~section h2{font-size:13pt;\
    margin:0 0 .3rem}.story~section .plot{height:6.5rem}.story~section :is(th,td){padding:.12rem .4rem}\
    .heat,tr.best,.shade,.mark{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
    """
}
