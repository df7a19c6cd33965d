/// What came in, and what became of it.
struct QualitySection {
  private let quality: DataQuality
  /// How old each record's newest event is, HTML.
  private let freshness: [String]

  init(_ quality: DataQuality, freshness: [String]) {
    self.quality = quality
    self.freshness = freshness
  }

  var context: [String: Any] {
    let rules = quality.brokenRules.filter { $0.records > 0 }.sorted {
      $0.records != $1.records ? $0.records > $1.records : $0.name < $1.name
    }
    return [
      "collections": quality.collections.map { collection in
        [
          "name": collection.name,
          "cells": [
            collection.files, collection.read, collection.accepted, collection.duplicates,
            collection.rejectedCount, collection.ignored,
          ].map { Figure.count($0).html },
        ] as [String: Any]
      },
      "facts": facts, "hasRules": !rules.isEmpty,
      "rules": rules.map { rule in
        [
          "name": rule.name, "sentence": rule.sentence, "records": Figure.count(rule.records).html,
        ]
      },
    ]
  }

  /// HTML; reasons are escaped.
  private var facts: [String] {
    func number(_ count: Int) -> String { Figure.count(count).html }
    var facts = freshness
    for collection in quality.collections where collection.rejectedCount > 0 {
      let reasons = collection.rejected.sorted {
        $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key
      }.map { "\(escaped($0.key)) (\(number($0.value)))" }
      facts.append("Rejected in \(escaped(collection.name)): \(reasons.joined(separator: ", ")).")
    }
    let ignored = quality.collections.reduce(0) { $0 + $1.ignored }
    if ignored > 0 {
      facts.append("\(number(ignored)) lines are no business of ours and were ignored.")
    }
    for collection in quality.collections {
      guard let late = collection.late, late > 0 else { continue }
      facts.append(
        "\(number(late)) \(escaped(collection.name)) came after their day had been taken in.")
    }
    if quality.unknownGameInteractions > 0 {
      facts.append(
        "\(number(quality.unknownGameInteractions)) interactions name a game that the catalogue "
          + "lacks. "
          + "They are kept and counted, and nothing is recommended from them.")
    }
    facts.append(
      quality.conflicts == 0
        ? "No id came with two contents."
        : "\(number(quality.conflicts)) event\(quality.conflicts == 1 ? " says" : "s say") something else than what is kept of the id that was "
          + "kept, which is the earliest; repeats are not counted."
    )
    return facts
  }
}
