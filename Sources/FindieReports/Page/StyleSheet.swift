import FindieText

/// The one style sheet of all pages: system fonts, light and dark, phone to desktop, and paper.
///
/// Every text has a contrast of at least 4.5 to its ground (WCAG 2.2, 1.4.3).
enum StyleSheet {
  static let css: HTML = """
    :root{color-scheme:light \
    dark;--bg:#fbfaf7;--card:#fff;--ink:#1d2228;--soft:#5a616c;--line:#e3e0d8;\
    --a:#0d6b63;--b:#559a91;--warm:#9a4a12;--tint:#f3efe6}
    @media(prefers-color-scheme:dark){:root{--bg:#14171b;--card:#1b1f25;--ink:#e9e6df;\
    --soft:#a5acb8;\
    --line:#30363f;--a:#5cc8ba;--b:#37807a;--warm:#f0ab72;--tint:#22262d}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,\
    "Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
    body>*{max-width:64rem;margin:0 auto;padding:0 1.25rem}
    a{color:var(--a)}a:focus-visible,[tabindex]:focus-visible,summary:focus-visible{outline:2px \
    solid \
    var(--a);outline-offset:2px}
    .skip{position:absolute;left:-99em}.skip:focus{position:static}
    header{padding-top:2.5rem}
    .brand{margin:0;color:var(--a);font-weight:600;font-size:.875rem;letter-spacing:.02em}
    h1,h2,.lead{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio \
    L",Georgia,\
    serif;font-weight:600;text-wrap:balance}
    h1{font-size:clamp(1.9rem,5vw,2.9rem);line-height:1.12;margin:.3rem 0 \
    .5rem;overflow-wrap:anywhere}
    h2{font-size:1.4rem;line-height:1.25;margin:0 0 .75rem}
    h3{font-size:1rem;margin:1.5rem 0 .5rem}
    section{margin:2.75rem 0}
    .when,.note,figcaption span,caption,footer{color:var(--soft)}
    .when{margin:0}.note{font-size:.875rem;max-width:44rem}
    .notice{background:var(--tint);border-left:3px solid var(--warm);padding:.6rem \
    .9rem;margin:1rem 0 0;\
    max-width:44rem}
    .lead{font-size:1.25rem;line-height:1.5;font-weight:400;max-width:42rem;margin:1.75rem 0 \
    2.5rem;\
    text-wrap:pretty}
    .lead p{margin:0 0 .7rem}.lead b{font-weight:600}
    .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(13rem,100%),1fr));\
    gap:.75rem;\
    margin:0}
    .cards>div{background:var(--card);border:1px solid \
    var(--line);border-radius:10px;padding:.9rem 1rem}
    .cards dt{color:var(--soft);font-size:.875rem}
    .cards dd{margin:0;font-size:.875rem;color:var(--soft);line-height:1.4}
    .cards b{display:block;font-size:1.9rem;line-height:1.25;font-weight:600;color:var(--ink)}
    .cards b.words{font-size:1.25rem;line-height:1.9}
    .cards .iv{margin:.35rem 0 .1rem}
    .up,.down{white-space:nowrap}.up{color:var(--a)}.down{color:var(--warm)}
    figure{margin:0}.chart{background:var(--card);border:1px solid var(--line);border-radius:10px;\
    padding:1rem 1rem .75rem;margin-bottom:.75rem}
    figcaption{font-weight:600}figcaption span{font-weight:400}
    .plot{position:relative;height:11rem;margin:1.1rem 0 .35rem 3rem;border-bottom:1px solid \
    var(--soft)}
    .plot svg{display:block;width:100%;height:100%;overflow:visible}
    .ys i{position:absolute;right:calc(100% + .5rem);transform:translateY(50%);font-style:normal;\
    font-size:.8125rem;color:var(--soft);line-height:1}
    .xs{display:flex;justify-content:space-between;margin-left:3rem;font-size:.8125rem;\
    color:var(--soft)}
    path{vector-effect:non-scaling-stroke}
    .grid{stroke:var(--line);fill:none}
    .bar.s0{fill:var(--b)}.bar.s1,.spark .bar{fill:var(--a)}
    .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke:var(--a)}
    .line.s1{stroke:var(--warm);stroke-dasharray:5 3}
    .key{list-style:none;display:flex;flex-wrap:wrap;gap:.15rem 1.25rem;padding:0;margin:.15rem 0 \
    0;\
    font-size:.875rem;color:var(--soft)}
    .key li:before{content:"";display:inline-block;width:.8em;height:.8em;border-radius:2px;\
    margin-right:.45em;background:var(--b)}
    .key .s1:before{background:var(--a)}
    .lines .key .s0:before{background:var(--a);height:3px;width:1.3em;vertical-align:.25em}
    .lines .key .s1:before{background:none;border-top:3px dashed var(--warm);height:0;width:1.3em;\
    vertical-align:.2em}
    .iv{display:block;width:100%;min-width:6rem;height:10px}
    .iv .rail{stroke:var(--line);stroke-width:2}.iv .band{stroke:var(--b);stroke-width:6}
    .iv .tick{stroke:var(--a);stroke-width:3}
    .spark{display:block;width:6rem;height:1.6rem}
    .wide{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px}
    table{border-collapse:collapse;width:100%;font-size:.9375rem}
    caption{text-align:left;font-size:.875rem;padding:.7rem 1rem .1rem}
    th,td{padding:.5rem 1rem;text-align:right;vertical-align:top;border-top:1px solid var(--line);\
    font-weight:400}
    thead th{border:0;color:var(--soft);font-size:.875rem;vertical-align:bottom;line-height:1.3}
    th:first-child,.text{text-align:left}
    td{white-space:nowrap}td.text{min-width:9rem;white-space:normal}
    th[scope=row]{font-weight:500;overflow-wrap:anywhere;min-width:8.5rem}
    th small,td small{display:block;color:var(--soft);font-size:.8125rem;font-weight:400;\
    line-height:1.35}
    td.iv-cell{min-width:9rem;text-align:left}
    tr.best th,tr.best td{background:var(--tint)}
    th.iv-cell{text-align:left}.meter{min-width:5rem}.meter i{display:block;background:var(--a);\
    height:1.1rem;border-radius:3px;min-width:2px;margin-top:.2rem}
    .area{fill:var(--b);fill-opacity:.3;stroke:none}
    .line.s2{stroke:var(--soft);stroke-dasharray:1.5 3}
    .lines .key .s2:before{background:none;border-top:3px dotted var(--soft);height:0;width:1.3em;\
    vertical-align:.2em}
    .dense th,.dense td{padding:.45rem .55rem}.dense th:first-child,.dense caption{padding-left:1rem}
    .wide tbody th{position:sticky;left:0;background:var(--card)}
    thead small{white-space:nowrap}.wide{margin-bottom:.75rem}
    .heat{display:block;margin:-.25rem -.5rem;padding:.25rem .5rem;border-radius:4px;\
    background:color-mix(in srgb,var(--b) calc(var(--h)*.55),var(--card))}
    .heat small{color:var(--ink)}
    summary h3{display:inline;font-size:1.05rem;margin:0}summary span{color:var(--soft);\
    font-size:.875rem}
    .game{border-top:1px solid var(--line);margin:0;padding:.5rem 0}
    .game[open]{padding-bottom:1.5rem}
    .az{content-visibility:auto;margin:1.5rem 0}.az-links a{display:inline-block;padding:.25rem \
    .5rem}
    .two{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),\
    1fr));\
    align-items:start}
    details{margin:.75rem 0}summary{cursor:pointer;color:var(--a);padding:.25rem 0}
    .glossary{max-width:44rem;font-size:.9375rem}.glossary dt{font-weight:600;margin-top:.7rem}
    .glossary dd{margin:0;color:var(--soft)}
    .facts{padding-left:1.1rem;max-width:44rem}.facts li{margin:.3rem 0}
    footer{font-size:.875rem;padding-top:1rem;padding-bottom:3rem;background:linear-gradient(\
    var(--line),var(--line)) 1.25rem 0/calc(100% - 2.5rem) 1px no-repeat}p.lead{margin:0 0 1rem}
    @media(max-width:34rem){body>*{padding-left:1rem;padding-right:1rem}.cards{\
    grid-template-columns:1fr 1fr}.cards b{font-size:1.5rem}.cards b.words{font-size:1.05rem}\
    .lead{font-size:1.125rem}th,td{padding:.5rem .7rem}.plot{height:9rem}.iv{min-width:4rem}\
    .roomy{display:none}.meter{min-width:4rem}td.iv-cell{min-width:6.5rem}\
    th[scope=row]{min-width:8rem}}
    @media print{:root{--bg:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--a:#0d6b63;\
    --b:#559a91;\
    --warm:#7a3a0e;--tint:#f2f2f2}body{font-size:10.5pt}header{padding-top:0}.skip{display:none}\
    details::details-content{content-visibility:visible;block-size:auto}\
    .wide{overflow:visible}section,.chart,tr{break-inside:avoid}section{margin:1.5rem 0}\
    .bar,.area,.heat,.meter i,.notice,tr.best{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
    """
}
