import FindieAnalytics
import FindieText

extension Definition {
  /// The file `definitions.json`.
  static var json: JSONValue {
    .array(
      all.map { definition in
        [
          "id": .string(definition.id), "name": .string(definition.name),
          "sentence": .string(definition.sentence), "formula": .string(definition.formula),
          "unit": .string(definition.unit), "grain": .string(definition.grain),
          "record": .string(definition.record),
        ]
      })
  }
}
