/// A query in Apicalypse, the language of IGDB.
package struct IGDBQuery: Sendable {
  /// The largest number of rows that IGDB answers.
  package static let maximumRows = 500

  private let fields: [String]
  /// The title to search for. IGDB then orders the rows by relevance, without pages.
  private let search: String?
  private let conditions: [String]
  private let rows: Int
  /// Only rows with larger ids are returned, ordered by id.
  private var lastId: Int?

  /// The first page of the rows that meet all conditions.
  package init(_ fields: [String], where conditions: [String]) {
    self.fields = fields
    self.conditions = conditions
    search = nil
    rows = Self.maximumRows
    lastId = 0
  }

  /// The best rows for a title.
  package init(_ fields: [String], search title: String, rows: Int) {
    self.fields = fields
    self.rows = rows
    search = title
    conditions = []
  }

  /// The next page.
  package func after(_ id: Int) -> IGDBQuery {
    var query = self
    query.lastId = id
    return query
  }

  package var text: String {
    var clauses = ["fields \(fields.joined(separator: ","))"]
    if let search { clauses.append("search \(Self.quoted(search))") }
    let all = conditions + (lastId.map { ["id > \($0)"] } ?? [])
    if !all.isEmpty { clauses.append("where \(all.joined(separator: " & "))") }
    if lastId != nil { clauses.append("sort id asc") }
    clauses.append("limit \(rows)")
    return clauses.map { $0 + ";" }.joined(separator: " ")
  }

  /// A text in quotation marks. Quotation marks and backslashes in it are escaped; line breaks and
  /// other control characters become blanks.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      default:
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: result += " "
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
