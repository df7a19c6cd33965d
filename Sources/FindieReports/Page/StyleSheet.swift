import FindieText

/// The style sheet: system fonts, light and dark, phone to desktop, and paper. A page has the rules
/// that it needs, since they are a quarter of a studio's page.
///
/// Every text has a contrast of at least 4.5 with its background (WCAG 2.2, 1.4.3).
enum StyleSheet {
  /// The headings of cells in tables that stack on phones, and the columns that phones leave out:
  /// those of the table's classes `r1`, `r2` and so on.
  static func columns(_ columns: ClosedRange<Int>) -> HTML {
    let rules = columns.map { column -> HTML in
      ".stack td:nth-child(\(column + 1)):before{content:var(--c\(column))}"
    }
    let roomy = columns.map { ".r\($0) tr>:nth-child(\($0 + 1)):not([colspan])" as HTML }
    return "\(rules)\(roomy, separator: ","){display:none}"
  }

  /// The most columns of a table that stacks.
  static let mostStacked = 14

  /// The rules of all pages, for tables of up to ten columns of cells.
  static let common: HTML = """
    :root{color-scheme:light \
    dark;--bg:#fbfaf7;--card:#fff;--ink:#1d2228;--soft:#5a616c;--line:#e3e0d8;\
    --a:#0d6b63;--b:#4e958b;--c:#073b36;--warm:#9a4a12;--tint:#f3efe6;\
    --shade:#5a616c66}
    @media(prefers-color-scheme:dark){:root{--bg:#14171b;--card:#1b1f25;--ink:#e9e6df;\
    --soft:#a5acb8;\
    --line:#30363f;--a:#5cc8ba;--b:#37807a;--c:#a5f0e4;--warm:#f0ab72;--tint:#22262d;--shade:#a5acb866}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,\
    "Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
    body>*{max-width:64rem;margin:0 auto;padding:0 1.25rem}
    a{color:var(--a)}a:focus-visible,[tabindex]:focus-visible,summary:focus-visible{outline:2px \
    solid \
    var(--a);outline-offset:2px}
    .skip{position:absolute;left:-99em}.skip:focus{position:static}
    header{padding-top:1.75rem}
    .vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    .brand{margin:0;color:var(--a);font-weight:600;font-size:.875rem;letter-spacing:.02em}
    h1,h2,.lead{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio \
    L",Georgia,\
    serif;font-weight:600;text-wrap:balance}
    h1{font-size:clamp(1.7rem,4vw,2.4rem);line-height:1.15;margin:.25rem 0 \
    .35rem;overflow-wrap:anywhere}
    h2{font-size:1.4rem;line-height:1.25;margin:0 0 .75rem}
    h3{font-size:1rem;margin:1.5rem 0 .5rem}
    section{margin:2.5rem 0}.first{margin:1.25rem 0 0}
    .when,.note,figcaption span,caption,footer{color:var(--soft)}
    .when{margin:0}.note{font-size:.875rem;max-width:44rem}
    .notice{background:var(--tint);border-left:3px solid var(--warm);padding:.3rem \
    .8rem;margin:.75rem 0 0;font-size:.875rem}
    .lead{font-size:1.25rem;line-height:1.5;font-weight:400;max-width:42rem;margin:1.75rem 0 \
    2.5rem;\
    text-wrap:pretty}
    .first .lead{margin:1.25rem 0 1.5rem}.lead p{margin:0 0 .7rem}.lead b{font-weight:600}
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
    .cards.large{grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr))}
    .cards.large b{font-size:2.25rem;line-height:1.2}.cards.large b.words{font-size:1.5rem;\
    line-height:1.8}
    .split{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,1fr);gap:.75rem;\
    margin-top:.75rem}
    .split.alone{grid-template-columns:1fr}
    .split .chart,.split .hints{height:100%;margin:0}
    .hints{background:var(--tint);border-radius:10px;padding:.9rem 1.1rem}.hints h3{margin:0}.hints *+h3{margin-top:1rem}
    .hints ol,.hints ul{margin:.4rem 0 0;padding-left:1.2rem;font-size:.9375rem;line-height:1.45}
    .hints li{margin:.45rem 0}.hints .note{margin:.4rem 0 0}
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
    .bar.s0{fill:var(--b)}.bar.s1,.spark .bar{fill:var(--c)}
    .gap{fill:var(--tint);stroke:var(--line);stroke-dasharray:3 2}
    .part{fill-opacity:.3;stroke:var(--b);stroke-dasharray:3 2}.part.s1{stroke:var(--c)}
    .pts{position:absolute;inset:0;display:flex}.pts label{flex:1;cursor:crosshair}
    .pts input{position:absolute;opacity:0;pointer-events:none;margin:0}
    .pts span{position:absolute;right:0;bottom:100%;max-width:100%;opacity:0;pointer-events:none;\
    background:var(--ink);color:var(--bg);border-radius:6px;padding:.15rem .55rem;\
    font-size:.8125rem;line-height:1.4;z-index:2}
    .pts label:hover,.pts label:focus-within{background:color-mix(in srgb,var(--soft) \
    22%,transparent)}
    .pts label:hover span,.pts:not(:hover) label:focus-within span{opacity:1}
    .pts:focus-within{outline:2px solid var(--a);outline-offset:2px}
    .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke:var(--a)}
    .key{list-style:none;display:flex;flex-wrap:wrap;gap:.15rem 1.25rem;padding:0;margin:.15rem 0 \
    0;\
    font-size:.875rem;color:var(--soft)}
    .key li:before{content:"";display:inline-block;width:.8em;height:.8em;border-radius:2px;\
    margin-right:.45em;background:var(--b)}
    .key .s1:before{background:var(--c)}
    .iv{display:block;min-width:6rem;height:10px;background:linear-gradient(90deg,\
    #0000 calc(var(--e) - 1.5px),var(--c) 0 calc(var(--e) + 1.5px),#0000 0),\
    linear-gradient(90deg,#0000 var(--l),var(--b) 0 var(--u),#0000 0) 0/100% 6px no-repeat,\
    linear-gradient(var(--soft) 0 0) 0/100% 1px no-repeat}
    .spark{display:block;width:6rem;height:1.6rem}
    .wide{overflow-x:auto;border:1px solid var(--line);border-radius:10px;\
    background:linear-gradient(90deg,transparent,var(--card) 2.5rem) right/3rem 100% no-repeat local,\
    linear-gradient(270deg,var(--shade),transparent) right/.35rem 100% no-repeat,var(--card)}
    table{border-collapse:collapse;width:100%;font-size:.9375rem}
    caption{text-align:left;font-size:.875rem;padding:.7rem 1rem .1rem}
    th,td{padding:.5rem 1rem;text-align:right;vertical-align:top;border-top:1px solid var(--line);\
    font-weight:400}
    thead th{border:0;color:var(--soft);font-size:.875rem;vertical-align:bottom;line-height:1.3}
    th:first-child,.text{text-align:left}
    td{white-space:nowrap}td.text{min-width:9rem;white-space:normal}
    th[scope=row]{font-weight:500;overflow-wrap:anywhere;min-width:9rem}
    th small,td small{display:block;color:var(--soft);font-size:.8125rem;font-weight:400;\
    line-height:1.35}
    td.iv-cell{min-width:9rem;text-align:left}
    th.iv-cell{text-align:left}.meter{display:block;min-width:5rem;\
    height:1.1rem;margin-top:.2rem;background:linear-gradient(var(--a) 0 0) 0/max(2px,var(--w)) 100% no-repeat}
    .area{fill:var(--b);fill-opacity:.25;stroke:var(--b)}
    .dense th,.dense td{padding:.45rem .55rem}.dense th:first-child,.dense caption{padding-left:1rem}
    .wide tbody th{position:sticky;left:0;background:var(--card)}
    thead small{white-space:nowrap}.wide{margin-bottom:.75rem}
    summary h3{display:inline;font-size:1.05rem;margin:0}summary span{color:var(--soft);\
    font-size:.875rem}
    .game{border-top:1px solid var(--line);margin:0;padding:.5rem 0}
    .game[open]{padding-bottom:1.5rem}.game>p:not(.back){max-width:44rem}
    .back{font-size:.875rem;margin:.25rem 0}
    .two{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),\
    1fr));\
    align-items:start}
    details{margin:.75rem 0}summary{cursor:pointer;color:var(--a);padding:.25rem 0}
    .glossary{max-width:44rem;font-size:.9375rem}.glossary dt{font-weight:600;margin-top:.7rem}
    .glossary dd{margin:0;color:var(--soft)}
    .facts{padding-left:1.1rem;max-width:44rem}.facts li{margin:.3rem 0}
    footer{font-size:.875rem;padding-top:1rem;padding-bottom:3rem;background:linear-gradient(\
    var(--line),var(--line)) 1.25rem 0/calc(100% - 2.5rem) 1px no-repeat}p.lead{margin:0 0 1rem}
    @media(max-width:48rem){.split{grid-template-columns:1fr}}
    @media(max-width:34rem){body>*{padding-left:1rem;padding-right:1rem}.cards{\
    grid-template-columns:1fr 1fr}.cards.large{grid-template-columns:1fr;gap:.5rem}\
    .cards.large>div{padding:.55rem .9rem}.cards.large b{font-size:1.7rem}\
    caption{max-width:calc(100vw - 2.2rem)}\
    .dense:not(.stack) caption:after{content:"Scroll sideways for more columns →";display:block;\
    font-weight:600}.cards b{font-size:1.5rem}.cards b.words{font-size:1.05rem}\
    .lead{font-size:1.125rem}th,td{padding:.5rem .7rem}.plot{height:9rem}.iv{min-width:4rem}\
    .wide:not(.stack) td{white-space:normal;overflow-wrap:normal}\
    .meter{min-width:4rem}td.iv-cell{min-width:6rem}.wide{overflow-wrap:anywhere}
    th[scope=row]{min-width:7rem}.plot,.xs{margin-left:2.6rem}
    .stack table,.stack tbody{display:block}.stack caption{display:block;padding:.7rem .8rem .4rem}
    .stack thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .stack tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(7.5rem,1fr));\
    gap:.25rem .75rem;padding:.55rem .8rem;border-top:1px solid var(--line)}
    .stack tr>*{border:0;padding:0;text-align:left;white-space:normal;min-width:0}
    .stack tbody th{grid-column:1/-1;position:static}
    .dense.stack tr{grid-template-columns:repeat(auto-fill,minmax(5.5rem,1fr))}\
    .dense.stack th:first-child{padding-left:0}
    .stack td[colspan]{grid-column:1/-1}.stack td[colspan]:before{content:none}
    .stack td:before{display:block;color:var(--soft);font-size:.8125rem;line-height:1.25}
    \(columns(1...10))}
    @media print{:root{--bg:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--a:#0d6b63;\
    --b:#4e958b;--c:#073b36;\
    --warm:#7a3a0e;--tint:#f2f2f2}body{font-size:10.5pt;line-height:1.4}\
    header{padding-top:0}figcaption,.key,.cards dt{font-size:9pt}.skip{display:none}\
    details::details-content{content-visibility:visible;block-size:auto}\
    .up-links,.pts,.back,.find,.more{display:none}.split:not(.alone){grid-template-columns:1fr 1fr}\
    .cards.large{grid-template-columns:repeat(3,1fr)}\
    .first .lead{font-size:10.5pt;line-height:1.35;margin:.3rem 0;max-width:none}\
    .hints li{margin:.1rem 0}.split .note{display:none}\
    h1{font-size:20pt}.plot{height:4.5rem;margin-top:.6rem}.cards>div,.chart{padding:.4rem .7rem}\
    .cards.large b{font-size:1.5rem}small,thead th{font-size:7pt}\
    .games:has(tbody tr:nth-child(7)) :is(.iv,.spark){display:none}\
    .games:has(tbody tr:nth-child(7)) :is(th,td){font-size:6.5pt;line-height:1.15;padding:0 .4rem}\
    .games:has(tbody tr:nth-child(7)) :is(th,td.text) small{display:none}\
    .games:has(tbody tr:nth-child(7)) small{display:inline;margin-left:.5em;font-size:inherit}\
    .games:has(tbody tr:nth-child(7)) tbody th{max-width:24em;overflow:hidden;white-space:nowrap;\
    text-overflow:ellipsis}\
    .two{grid-template-columns:1fr 1fr}.cards dd,footer{font-size:8.5pt}footer{padding:0 1.25rem}\
    .wide{overflow:visible;background:none}.chart,.cards>div,tr{break-inside:avoid}h2{break-after:avoid}\
    section{margin:.6rem 0}table{font-size:8.5pt}th,td{padding:.25rem .45rem}\
    th[scope=row]{min-width:9rem}.iv,td.iv-cell{min-width:4.5rem}.spark{width:4rem}\
    .bar,.area,.iv,.key li:before,.meter,.notice{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
    """
}
