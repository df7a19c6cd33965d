/// A field's contract as the decoder uses it on every line: nothing in it is counted by reference.
struct FieldRule {
  let field: EventField
  let type: FieldType
  let isRequired: Bool
  let breach: FieldContract.Breach
  /// Whether the contract says which texts may stand in the field.
  let hasValues: Bool
  /// What a number may be: what a column holds, where the contract says nothing.
  let range: ClosedRange<Double>
  /// What stands in a broken number's place, NaN for nothing.
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
