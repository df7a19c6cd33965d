import FindieAnalytics
import FindieDomain
import FindieFiles
import FindieText

/// The index of all studios: a search over the names of studios and the titles of games where
/// scripts run, and one page of studios for each letter.
///
/// A page opened from disk cannot read a file, but its script can run another one. So `search.js`
/// has the names and titles; the page loads it when a reader goes to the search field. The index
/// takes about 25 kB, and `search.js` about 16 bytes for each studio and 12 for each game.
struct StudioIndex {
  private let report: TeamReport
  /// By name.
  private let entries: [TeamReport.TopStudio]

  init(report: TeamReport) {
    self.report = report
    entries = report.studios.sorted { left, right in
      let (a, b) = (left.studio, right.studio)
      return a.safeName != b.safeName
        ? a.safeName < b.safeName : ExactText(a.developerId) < ExactText(b.developerId)
    }
  }

  /// `studios/index.html`, `studios/search.js` and a page `studios/letter-<letter>.html` for each
  /// letter that a studio begins with.
  var files: [ReportFile] {
    let letters = Dictionary(grouping: entries) { Letter(of: $0.studio) }
      .sorted { $0.key.character < $1.key.character }
    return [
      ReportFile(path: "studios/index.html", bytes: index(letters.map { ($0, $1.count) }).bytes),
      ReportFile(path: "studios/search.js", bytes: search),
    ]
      + letters.map { letter, entries in
        ReportFile(path: "studios/" + letter.fileName, bytes: page(letter, entries).bytes)
      }
  }

  // MARK: - Pages

  private func index(_ letters: [(letter: Letter, studios: Int)]) -> HTML {
    let own = entries.count { $0.inactivity == nil }
    let links = letters.map { letter, studios -> HTML in
      """
      <li><a href="\(text: letter.fileName)">\(text: letter.name)</a> \
      <small>\(text: studios.counted("studio"))</small></li>

      """
    }
    return Page(
      brand: "Findie · studios", heading: "All studios",
      title: "Findie studios, \(report.night)",
      subtitle: "\(entries.count.counted("studio")) on the night of \(report.night.inWords): "
        + "\(own.grouped) with a report, \((entries.count - own).grouped) without.",
      isGenerated: report.setting.isGenerated,
      footer: "Findie studios, \(report.night.inWords). studios.json has the same links by id.",
      links: previous, style: StyleSheet.index,
      script: (code: Self.script, hash: Self.scriptHash)
    ).html(
      """
      <form class="find" role="search" hidden><label for="find">Find a studio or a game</label>\
      <input id="find" type="search" autocomplete="off" spellcheck="false" \
      placeholder="Part of a name or a title"><output id="found" for="find"></output></form>
      <ul class="hits" id="hits" aria-label="Studios and games that were found"></ul>
      <nav id="letters" aria-labelledby="h-letters"><h2 id="h-letters">By name</h2>
      <ul class="letters">
      \(links)</ul></nav>
      """)
  }

  private var previous: [Page.Link] {
    [Page.Link(name: "Team report", path: "../index.html")]
      + report.previousNight("studios/index.html", from: "../../")
  }

  private func page(_ letter: Letter, _ entries: [TeamReport.TopStudio]) -> HTML {
    let period = report.closedWeeks.last.inWords
    return Page(
      brand: "Findie · studios", heading: "Studios: \(letter.name)",
      title: "Findie studios: \(letter.name)",
      subtitle: "\(entries.count.counted("studio")). Numbers are of the 4 weeks to \(period).",
      isGenerated: report.setting.isGenerated,
      footer: "Findie studios, the 4 weeks to \(period).",
      links: [Page.Link(name: "All studios", path: "index.html")]
    ).html(
      """
      <table><caption>Studios that begin with \(text: letter.name)</caption><thead><tr>\
      <th scope="col">Studio</th><th scope="col">Games</th>\
      <th scope="col">\(text: report.setting.name(of: .impressions))</th>\
      <th scope="col">Likes</th></tr></thead><tbody>
      \(entries.map(row))</tbody></table>
      """)
  }

  private func row(_ entry: TeamReport.TopStudio) -> HTML {
    let path = entry.inactivity?.fileName ?? "\(entry.studio.safeName)/index.html"
    let numbers: HTML =
      entry.inactivity.map {
        "<td class=\"text\" colspan=\"2\"><small>\(text: $0.inWords)</small></td>"
      }
        ?? """
        <td>\(Figure.count(entry.closed[.impressions]))</td>\
        <td>\(Figure.count(entry.closed[.likes]))</td>
        """
    return """
      <tr><th scope="row"><a href="\(text: path)">\(HTML.title(entry.studio.name))</a></th>\
      <td>\(entry.studio.games.count)</td>\(numbers)</tr>

      """
  }

  /// The first letter of the folder's name; 0 for all digits.
  private struct Letter: Hashable {
    let character: Character

    init(of studio: Studio) {
      let first = studio.safeName.first ?? "0"
      character = first.isLetter ? first : "0"
    }

    var name: String { character == "0" ? "0–9" : character.uppercased() }
    var fileName: String { "letter-\(character).html" }
  }

  // MARK: - Search

  /// A call of the script's function with the Base64 of a zlib stream. That has a JSON array of
  /// three: the pages of the reasons for no report; where each studio's page is; and an array for
  /// each studio with its name and the titles of its games in the order of its report. The places
  /// are apart, since names compress better without them.
  ///
  /// Where a page is: the index of a reason; or what follows the name in the folder's name; or,
  /// if that does not begin with the name, the folder's name after a slash.
  private var search: [UInt8] {
    let reasons = InactivityReason.allCases
    let places = entries.map { entry -> JSONValue in
      if let reason = entry.inactivity.flatMap({ reasons.firstIndex(of: $0) }) {
        return .integer(reason)
      }
      let (studio, name) = (entry.studio, entry.studio.shownName)
      let start = StudioDirectory.slug(of: name) + "-"
      return .string(
        studio.safeName.hasPrefix(start)
          ? String(studio.safeName.dropFirst(start.count)) : "/" + studio.safeName)
    }
    let names = entries.map { entry -> JSONValue in
      .array(
        [.string(entry.studio.shownName)] + entry.studio.games.map { .string($0.shownTitle) })
    }
    var json: [UInt8] = []
    JSONValue.array([.array(reasons.map { .string($0.fileName) }), .array(places), .array(names)])
      .write(to: &json, indent: nil)
    return Array("findie(\"\(Zlib.base64(compressing: json))\")\n".utf8)
  }

  /// Lists the studios and games whose names contain all words of the search field, without regard
  /// to case and accents: first those that begin with the text. A game's link leads to its section
  /// on its studio's page, if it has one there. A browser without `DecompressionStream` says so.
  static let script: HTML = #"""
    (()=>{const g=i=>document.getElementById(i),f=g("find"),o=g("found"),h=g("hits"),l=g("letters"),
    k=t=>t.normalize("NFKD").replace(/\p{M}/gu,"").toLowerCase(),
    slug=n=>n.replace(/[^a-zA-Z0-9]+/g,"-").replace(/^-/,"").slice(0,40).replace(/-+$/,"")
    .toLowerCase()||"studio",c=(n,w)=>n.toLocaleString("en")+" "+w+(n==1?"":"s"),most=100;
    let all=null,asked=false;
    f.form.hidden=false;f.form.addEventListener("submit",e=>e.preventDefault());
    const say=t=>o.textContent=t+" Choose a letter below.";
    if(!window.DecompressionStream){f.disabled=true;say("This browser cannot run the search.");return}
    window.findie=async z=>{try{const b=Uint8Array.from(atob(z),x=>x.charCodeAt(0)),
    d=new Blob([b]).stream().pipeThrough(new DecompressionStream("deflate"));
    fill(...await new Response(d).json());show()}catch{say("search.js is damaged.")}};
    function fill(reasons,places,names){all=[];names.forEach(([n,...t],j)=>{
    const p=places[j],own=typeof p=="string",
    u=own?(p[0]=="/"?p.slice(1):slug(n)+"-"+p)+"/index.html":reasons[p],
    s=k(n);all.push({k:s,n,u,d:c(t.length,"game")});
    t.forEach((x,i)=>all.push({k:k(x),s,n:x,u:own?u+"#game-"+i:u,d:"by ",by:n}))})}
    function load(){if(asked)return;asked=true;const s=document.createElement("script");
    s.setAttribute("src","search.js");
    s.onerror=()=>say("search.js is missing.");
    document.body.append(s)}
    function bdi(t){const b=document.createElement("bdi");b.textContent=t;return b}
    function show(){const q=k(f.value).trim(),w=q.split(/\s+/).filter(Boolean);h.replaceChildren();
    l.hidden=w.length>0&&all!=null;if(!w.length){o.textContent="";return}
    if(!all){load();return}
    const hits=[];for(const e of all){if(w.every(x=>e.k.includes(x)||e.by!=null&&e.s.includes(x))&&
    (e.by==null||w.some(x=>e.k.includes(x))))
    hits.push([(e.k.startsWith(q)?0:2)+(e.by==null?0:1),hits.length,e])}
    hits.sort((a,b)=>a[0]-b[0]||a[1]-b[1]);
    const n=hits.filter(x=>x[2].by==null).length;
    o.textContent=c(n,"studio")+", "+c(hits.length-n,"game")+
    (hits.length>most?"; the first "+most+" are shown":"");
    for(const[,,e]of hits.slice(0,most)){const r=document.createElement("li"),
    a=document.createElement("a"),d=document.createElement("small");a.href=e.u;a.append(bdi(e.n));
    d.append(e.d);if(e.by!=null)d.append(bdi(e.by));r.append(a," ",d);h.append(r)}}
    f.addEventListener("focus",load);f.addEventListener("input",show);show()})()
    """#

  /// The Base64 of the SHA-256 of the script, which the page's policy allows.
  static let scriptHash: HTML = "m8ecMruYsD2yU46NXZVkGWRWqHlfNd2MOXsRBBk0BFs="
}
