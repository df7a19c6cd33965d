import FindieText

/// What the run read, and what became of it.
struct QualitySection {
  let quality: DataQuality
  /// The age of each record's newest event.
  let freshness: [HTML]

  var html: HTML {
    let items = facts.map { "<li>\($0)</li>\n" as HTML }
    return "\(collections)<ul class=\"facts\">\(items)</ul>\n\(rules)"
  }

  private var collections: HTML {
    HTMLTable(
      "Data quality", caption: "Lines read = accepted + duplicates + rejected + ignored",
      head: "Collection",
      columns: ["Files", "Read", "Accepted", "Duplicates", "Rejected", "Ignored"]
    ).html(of: quality.collections) { collection in
      (HTML(text: collection.name), collection.counts.map { Figure.count($0.count).html })
    }
  }

  private var rules: HTML {
    let rules = quality.brokenRules.filter { $0.records > 0 }.sorted {
      $0.records != $1.records ? $0.records > $1.records : $0.name < $1.name
    }
    return HTMLTable(
      "Validation warnings", caption: "Validation warnings: these records were accepted",
      head: "Rule", columns: ["Records"]
    ).html(of: rules) { rule in
      (
        "\(text: rule.sentence)<small>\(text: rule.name)</small>",
        [Figure.count(rule.records).html]
      )
    }
  }

  private var facts: [HTML] {
    var facts = freshness
    for collection in quality.collections where collection.rejectedCount > 0 {
      let reasons = collection.rejected.sorted {
        $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key
      }.map { "\(text: $0.key) (\(Figure.count($0.value)))" as HTML }
      facts.append("Rejected in \(text: collection.name): \(reasons, separator: ", ").")
    }
    let ignored = quality.collections.reduce(0) { $0 + $1.ignored }
    if ignored > 0 {
      facts.append("\(Figure.count(ignored)) lines have a type that is not used, and were ignored.")
    }
    for collection in quality.collections {
      guard let late = collection.late, late > 0 else { continue }
      facts.append(
        "\(Figure.count(late)) \(text: collection.name) arrived after their day had been read.")
    }
    if quality.unknownGameInteractions > 0 {
      facts.append(
        """
        \(Figure.count(quality.unknownGameInteractions)) interactions refer to a game that is not in \
        the catalogue. They are stored and counted, but not used for recommendations.
        """)
    }
    let conflicts = DataQuality.conflictsInWords(quality.conflicts)
    facts.append(
      quality.conflicts == 0
        ? "No two different events have the same id."
        : "\(text: conflicts). The earliest event is stored; exact repeats are not counted.")
    return facts
  }
}
