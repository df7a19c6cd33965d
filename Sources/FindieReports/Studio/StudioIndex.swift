import FindieAnalytics

/// The index over all studios: by name, a table a letter, which a browser lays out when it is seen.
///
/// A row costs about 100 bytes, so that ten thousand studios are about a megabyte.
struct StudioIndex {
  private let report: TeamReport

  init(_ report: TeamReport) {
    self.report = report
  }

  var html: String {
    let entries = report.studios.sorted { left, right in
      let (a, b) = (left.studio, right.studio)
      return a.safeName != b.safeName ? a.safeName < b.safeName : a.developerId < b.developerId
    }
    let letters = Dictionary(grouping: entries) { Self.letter(of: $0.studio.safeName) }
    let order = letters.keys.sorted()
    var sections = ""
    for letter in order {
      guard let own = letters[letter] else { continue }
      let name = letter == "0" ? "0–9" : letter
      sections += """
        <section class="az" style="contain-intrinsic-size:auto \(own.count * 38 + 90)px" \
        aria-labelledby="l-\(letter)"><h2 id="l-\(letter)">\(name)</h2><table><caption>\
        \(own.count) \(own.count == 1 ? "studio" : "studios")</caption><thead><tr>\
        <th scope="col">Studio</th><th scope="col">Games</th><th scope="col">Impressions</th>\
        <th scope="col">Likes</th></tr></thead><tbody>

        """
      for entry in own { Self.write(entry, to: &sections) }
      sections += "</tbody></table></section>\n"
    }
    let links = order.map { "<a href=\"#l-\($0)\">\($0 == "0" ? "0–9" : $0)</a>" }
    return Templates.render(
      [
        "css": StyleSheet.css, "brand": "Findie · studios", "heading": "All studios",
        "pageTitle": "Findie studios, \(report.night)",
        "when":
          "\(Figure.count(report.studios.count).words) studios by name; impressions and likes of "
          + "\(report.period.inWords).",
        "isGenerated": report.setting.isGenerated, "links": links.joined(separator: " "),
        "sections": sections,
        "footer":
          "Find a studio by the browser’s own search. The same numbers: a studio’s report.json.",
      ], with: "studios")
  }

  private static func write(_ entry: TeamReport.TopStudio, to text: inout String) {
    text += "<tr><th scope=\"row\"><a href=\""
    text += entry.studio.safeName
    text += "/index.html\">"
    text += "<bdi>\(escaped(entry.studio.shownName))</bdi>"
    text += "</a></th><td>\(entry.studio.games.count)</td><td>"
    text += Figure.count(entry.tally[.impressions]).html
    text += "</td><td>"
    text += Figure.count(entry.tally[.likes]).html
    text += "</td></tr>\n"
  }

  private static func letter(of safeName: String) -> String {
    guard let first = safeName.first, first.isLetter else { return "0" }
    return first.uppercased()
  }
}
