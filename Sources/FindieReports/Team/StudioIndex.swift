import FindieAnalytics
import FindieDomain
import FindieText

/// The index of all studios by name: one closed part per letter, and a search field where scripts
/// run.
///
/// A row takes about 150 bytes, so ten thousand studios take about 1.5 MB.
struct StudioIndex {
  let report: TeamReport

  private var seen: String { report.setting.name(of: .impressions) }

  var html: HTML {
    let entries = report.studios.sorted { left, right in
      let (a, b) = (left.studio, right.studio)
      return a.safeName != b.safeName
        ? a.safeName < b.safeName : ExactText(a.developerId) < ExactText(b.developerId)
    }
    let letters = Dictionary(grouping: entries) { Self.letter(of: $0.studio.safeName) }
      .sorted { $0.key < $1.key }
    let sections = letters.map { section($0, $1) }
    let own = entries.count { $0.inactivity == nil }
    return Page(
      brand: "Findie · studios", heading: "All studios",
      title: "Findie studios, \(report.night)",
      subtitle: "\(entries.count.counted("studio")) on the night of \(report.night.inWords): "
        + "\(own.grouped) with a report, \((entries.count - own).grouped) without recent events. "
        + "Numbers are of the 4 weeks to \(report.closedWeeks.last.inWords).",
      isGenerated: report.setting.isGenerated,
      footer: "Findie studios, \(report.night.inWords). studios.json has the same links by id.",
      links: links,
      script: (code: Self.script, hash: Self.scriptHash)
    ).html(
      """
      <form class="find" role="search" hidden><label for="find">Find a studio</label>\
      <input id="find" type="search" autocomplete="off" spellcheck="false" \
      placeholder="Part of its name"><output id="found" for="find"></output></form>
      <noscript><p class="note">Open the first letter of the studio’s name. Most browsers’ search \
      on the page opens the letters by itself.</p></noscript>
      \(sections)
      """)
  }

  private var links: [Page.Link] {
    let previous = report.previousNight.map {
      Page.Link(name: "Previous night, \($0.inWords)", path: "../../\($0)/studios/index.html")
    }
    return [Page.Link(name: "Team report", path: "../index.html"), previous].compactMap { $0 }
  }

  private func section(_ letter: String, _ entries: [TeamReport.TopStudio]) -> HTML {
    var rows = HTML()
    for entry in entries {
      let path = entry.inactivity?.fileName ?? "\(entry.studio.safeName)/index.html"
      rows += """
        <tr><th scope="row"><a href="\(text: path)">\(HTML.title(entry.studio.name))</a></th>\
        <td>\(entry.studio.games.count)</td>
        """
      if let reason = entry.inactivity {
        rows +=
          "<td class=\"text\" colspan=\"2\"><small>\(text: reason.inWords)</small></td></tr>\n"
      } else {
        rows += """
          <td>\(Figure.count(entry.closed[.impressions]))</td>\
          <td>\(Figure.count(entry.closed[.likes]))</td></tr>

          """
      }
    }
    let name = letter == "0" ? "0–9" : letter
    return """
      <details class="az" id="l-\(text: letter)"><summary><h2>\(text: name)</h2> \
      <span>\(text: entries.count.counted("studio"))</span></summary>\
      <table><caption>Studios that begin with \(text: name)</caption><thead><tr>\
      <th scope="col">Studio</th><th scope="col">Games</th><th scope="col">\(text: seen)</th>\
      <th scope="col">Likes</th></tr></thead><tbody>
      \(rows)</tbody></table></details>

      """
  }

  private static func letter(of safeName: String) -> String {
    guard let first = safeName.first, first.isLetter else { return "0" }
    return first.uppercased()
  }

  /// Shows the studios whose names contain the words of the search field, without regard to case
  /// and accents.
  static let script: HTML = #"""
    (()=>{const f=document.getElementById("find"),o=document.getElementById("found"),
    k=t=>t.normalize("NFKD").replace(/\p{M}/gu,"").toLowerCase(),
    s=[...document.querySelectorAll("details.az")].map(d=>[d,[...d.querySelectorAll("tbody tr")]
    .map(r=>[r,k(r.cells[0].textContent)])]);f.form.hidden=false;
    f.form.addEventListener("submit",e=>e.preventDefault());
    f.addEventListener("input",()=>{const w=k(f.value).split(/\s+/).filter(Boolean);let n=0;
    for(const[d,a]of s){let m=0;for(const[r,t]of a){r.hidden=!w.every(x=>t.includes(x));
    if(!r.hidden)m++}d.hidden=!m;d.open=w.length>0&&m>0;n+=m}
    o.textContent=w.length?n+(n==1?" studio":" studios"):""})})()
    """#

  /// The Base64 of the SHA-256 of the script, which the page's policy allows.
  static let scriptHash: HTML = "kJrS5YhJ8WL/OWtFCC/45sPn9J5ej80zsQjkVQp70rw="
}
