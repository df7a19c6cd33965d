/// Queries in Apicalypse, the language of IGDB.
package enum IGDBQuery {
  /// The largest number of rows that IGDB answers.
  package static let maximumRows = 500

  /// The rows that meet all conditions, by id, after the row with an id.
  package static func page(
    _ fields: [String], where conditions: [String], after id: Int
  ) -> String {
    let all = (conditions + ["id > \(id)"]).joined(separator: " & ")
    return "fields \(fields.joined(separator: ",")); where \(all); sort id asc; "
      + "limit \(maximumRows);"
  }

  /// The best rows for a title. IGDB orders them by relevance, without pages.
  package static func search(_ fields: [String], for title: String, rows: Int) -> String {
    "fields \(fields.joined(separator: ",")); search \(quoted(title)); limit \(rows);"
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
