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
    HTMLTable<DataQuality.Collection>(
      label: "Data quality", caption: "Lines read = accepted + duplicates + rejected + ignored",
      head: "Collection",
      columns: [
        .init("Files") { .count($0.files) }, .init("Read") { .count($0.read) },
        .init("Accepted") { .count($0.accepted) }, .init("Duplicates") { .count($0.duplicates) },
        .init("Rejected") { .count($0.rejectedCount) }, .init("Ignored") { .count($0.ignored) },
      ]
    ) { HTML(text: $0.name) }.html(of: quality.collections)
  }

  private var rules: HTML {
    let rules = quality.brokenRules.filter { $0.records > 0 }.sorted {
      $0.records != $1.records ? $0.records > $1.records : $0.name < $1.name
    }
    return HTMLTable<DataQuality.BrokenRule>(
      label: "Validation warnings", caption: "Validation warnings: these records were accepted",
      head: "Rule", columns: [.init("Records") { .count($0.records) }]
    ) { "\(text: $0.sentence)<small>\(text: $0.name)</small>" }.html(of: rules)
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
    if let uncounted = quality.uncounted {
      facts.append(
        """
        \(Figure.count(uncounted.accounts)) accounts do not count. Of the \
        \(Figure.count(uncounted.allEvents)) events of the last day, \
        \(Figure.count(uncounted.events)) are theirs.
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
