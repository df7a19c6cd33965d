/// The columns of a CSV file, from its header.
struct CSVColumns {
  struct Column {
    let name: String
    /// `,"userId":`
    let key: [UInt8]
    /// Nil if the column is skipped: it has no name, or its name identifies another line shape.
    let type: CSVType?
  }

  let all: [Column]
  /// The columns that an event's id is derived from; empty if it has an id.
  let identity: [Int]
  /// The key of a derived id.
  let idKey: [UInt8]
  /// The fields without a column, with the values that are assumed.
  let constants: [UInt8]
  /// The names of the warnings about what the file does not say.
  let assumptions: [String]
  /// The names of the columns that are not read.
  let ignored: [String]
  let names: FieldNames

  /// - Parameter separator: nil if the header has one column.
  /// - Throws: `badHeader` if a name occurs twice, two columns fill one field, a field that every
  ///   row needs has no column, or a quotation mark has joined the header with rows.
  init(
    _ names: [String], separator: UInt8?, _ schema: CSVSchema, path: String
  ) throws(IngestFailure) {
    if let separator {
      let mark = Character(Unicode.Scalar(separator))
      for (index, name) in names.enumerated()
      where name.contains(mark) && name.contains(where: \.isNewline) {
        throw .badHeader(
          path: path,
          why: "the name of column \(index + 1) begins with a quotation mark and has "
            + "\(name.count { $0.isNewline } + 1) lines: \(name.beginning)")
      }
    }
    var columns: [String: Int] = [:]
    for (index, name) in names.enumerated() where !name.isEmpty {
      if let twice = columns.updateValue(index, forKey: name) {
        throw .badHeader(
          path: path, why: "columns \(twice + 1) and \(index + 1) are both named \(name)")
      }
    }
    // The field of each column.
    var fields = [CSVSchema.Field?](repeating: nil, count: names.count)
    let hasRating = schema.takesRatings && names.contains { RatingScale(column: $0) != nil }
    for field in schema.fields {
      let found = field.columns(in: names, ownOnly: hasRating && field.name == "action")
      guard found.count < 2 else {
        throw .badHeader(
          path: path,
          why: "the columns \(found.map { names[$0] }.joined(separator: " and ")) both mean "
            + field.name)
      }
      if let index = found.first { fields[index] = field }
    }
    var assumptions: [String] = []
    // A rating counts only if no column has the action.
    var rating: (index: Int, scale: RatingScale)?
    if schema.takesRatings, !fields.contains(where: { $0?.name == "action" }) {
      for (index, name) in names.enumerated() {
        guard fields[index] == nil, let scale = RatingScale(column: name) else { continue }
        guard rating == nil else {
          throw .badHeader(path: path, why: "two columns are ratings: \(name) is the second")
        }
        rating = (index, scale)
        if !scale.isDeclared { assumptions.append(RatingScale.assumption) }
      }
    }
    func index(of field: String) -> Int? {
      field == "action" && rating != nil
        ? rating?.index : fields.firstIndex { $0?.name == field }
    }
    for field in schema.required where index(of: field) == nil {
      throw .badHeader(
        path: path,
        why: "no column is \(schema.names(of: field)). Its columns are "
          + names.map(\.beginning).joined(separator: ", "))
    }
    all = names.indices.map { index in
      let column = names[index]
      if let rating, rating.index == index {
        return Column(name: column, key: Self.key("action"), type: .rating(rating.scale))
      }
      let name = fields[index]?.name ?? column
      let isLeftOut = fields[index] == nil && (name.isEmpty || schema.reserved.contains(name))
      return Column(
        name: column, key: Self.key(name),
        type: isLeftOut ? nil : fields[index]?.type ?? .text)
    }
    ignored = names.indices.filter {
      fields[$0] == nil && !names[$0].isEmpty && $0 != rating?.index
    }.map { names[$0].beginning }
    self.names = FieldNames(
      names.indices.compactMap { index in
        let field = index == rating?.index ? "action" : fields[index]?.name
        return field.map { ($0, names[index]) }
      })
    identity = index(of: schema.id) == nil ? schema.identity.compactMap { index(of: $0) } : []
    idKey = Self.key(schema.id)
    var constants: [UInt8] = []
    for (field, value) in schema.defaults where index(of: field) == nil {
      constants += Self.key(field)
      constants.append(quoted: value)
      assumptions.append(CSVSchema.assumption(field))
    }
    self.constants = constants
    self.assumptions = assumptions
  }

  private static func key(_ name: String) -> [UInt8] {
    var key = [UInt8(ascii: ",")]
    key.append(quoted: name)
    key.append(UInt8(ascii: ":"))
    return key
  }
}

/// The scale of a rating column, given by its best rating. Ratings are above 0.
struct RatingScale {
  let best: Double
  /// Whether the column's name states it: `rating/10`.
  let isDeclared: Bool

  /// Nil if the name is not that of a rating column.
  init?(column name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, ["rating", "score", "stars"].contains(parts[0].columnKey) else {
      return nil
    }
    isDeclared = parts.count == 2
    guard isDeclared else {
      best = Self.usual
      return
    }
    guard let best = Double(parts[1].columnKey), best > 0, best.isFinite else { return nil }
    self.best = best
  }

  private static let usual = 5.0
  /// The name of the warning that no scale was stated.
  static let assumption = "rating.outOf5"

  private var bestInWords: String { Int(exactly: best).map { "\($0)" } ?? "\(best)" }

  /// The action that a rating stands for: from four fifths of the scale a like, up to two fifths a
  /// dislike, between them neutral. For a rating off the scale, a text that is not an action.
  func action(_ text: ArraySlice<UInt8>) -> String {
    let text = String(decoding: text, as: UTF8.self)
    guard let rating = Double(text), rating > 0, rating <= best else {
      return "rating \(text) of \(bestInWords)"
    }
    return rating * 5 >= best * 4 ? "like" : rating * 5 <= best * 2 ? "dislike" : "neutral"
  }
}
