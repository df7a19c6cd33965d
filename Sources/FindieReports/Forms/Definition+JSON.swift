import FindieAnalytics

extension Definition {
  /// All definitions, for programs: `definitions.json`.
  static var json: JSONValue {
    .array(
      all.map { definition in
        .object([
          .init("id", .string(definition.id)), .init("name", .string(definition.name)),
          .init("sentence", .string(definition.sentence)),
          .init("formula", .string(definition.formula)), .init("unit", .string(definition.unit)),
          .init("grain", .string(definition.grain)), .init("record", .string(definition.record)),
        ])
      })
  }
}
