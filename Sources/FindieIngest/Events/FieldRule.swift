/// A field's contract in the form that the decoder uses for every line, without reference counts.
struct FieldRule {
  let field: EventField
  let type: FieldType
  let isRequired: Bool
  let breach: FieldContract.Breach
  /// Whether the contract lists allowed values.
  let hasValues: Bool
  /// The range of a number; that of Float32 if the contract has none.
  let range: ClosedRange<Double>
  /// The default that replaces an invalid number; NaN for absent.
  let standInNumber: Float

  /// Every number that a column of Float32 holds.
  static let columnRange =
    -Double(Float.greatestFiniteMagnitude)...Double(Float.greatestFiniteMagnitude)

  init(_ field: EventField, _ contract: FieldContract) {
    self.field = field
    type = contract.type
    isRequired = contract.isRequired
    breach = contract.breach
    hasValues = contract.values != nil
    range = contract.range?.clamped(to: FieldRule.columnRange) ?? FieldRule.columnRange
    standInNumber =
      if case .number(let number)? = contract.standIn { Float(number) + 0 } else { .nan }
  }
}
