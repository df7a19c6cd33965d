import FindieAnalytics

/// What the reports' words mean, as the definitions say.
enum Glossary {
  /// The glossary's section: the measures that the data holds, then the others.
  static func html(recorded: Set<Measure>, notRecorded: String?, forTeam: Bool) -> String {
    let measures = Measure.allCases.filter { recorded.contains($0) }.map { ($0.name, $0.sentence) }
    let team = (Definition.rates + Definition.team).map {
      ($0.name, $0.sentence + " Formula: " + $0.formula + ".")
    }
    let studio = Definition.studio.filter { definition in
      !Measure.allCases.contains { $0.rawValue == definition.id }
    }.map { ($0.name, $0.sentence) }
    var context: [String: Any] = [
      "glossary": (measures + (forTeam ? team : studio)).map { name, sentence in
        ["name": name, "sentence": sentence]
      }
    ]
    context["notRecorded"] = notRecorded
    return Templates.render(context, with: "glossary")
  }
}
