import FindiePartners
import FindieDomain
import FindieHistory
import FindieIngest
import FindieCommands
import FindieTestSupport
import Foundation
import Testing

/// The tables of docs/DATA.md have the fields and the words of the code.
struct DocumentedFieldsTests {
  /// The rows of the first table below a heading, as cells.
  private static func table(_ heading: String) throws -> [[String]] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/DATA.md"), encoding: .utf8)
    let section = try #require(text.split(separator: "\n### \(heading)\n").dropFirst().first)
    return section.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
      .map { row in
        row.replacing("\\|", with: "¦").split(separator: "|")
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  /// The texts between backticks.
  private static func code(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private struct Field: Hashable, Comparable {
    let name: String
    let type: String
    let isRequired: Bool

    static func < (left: Field, right: Field) -> Bool { left.name < right.name }
  }

  /// The documented fields; a row names one type for all of its fields, or one for each.
  private static func documented(_ collection: String) throws -> [Field] {
    try table(collection).flatMap { cells -> [Field] in
      let names = code(cells[0])
      let types = cells[1].split(separator: ", ").map { String($0) }
      return names.enumerated().map { index, name in
        Field(
          name: name, type: types.count == 1 ? types[0] : types[index],
          isRequired: cells[2] == "yes")
      }
    }.sorted()
  }

  private static func type(_ type: CatalogueFieldType) -> String {
    switch type {
    case .id, .text, .code: "text"
    case .flag: "true/false"
    case .number, .count: "integer"
    case .time: "time"
    case .decimal: "number"
    case .texts: "texts"
    case .word: "word"
    case .words: "words"
    case .vector: "numbers"
    }
  }

  /// - Parameter required: the fields without which a rule rejects the record.
  private static func fields<Record: CollectedRecord>(
    of type: Record.Type, required: Set<String> = []
  ) -> [Field] {
    func field<Value>(_ field: CatalogueField<Value>, _ prefix: String = "") -> Field {
      Field(
        name: prefix + field.name, type: Self.type(field.type),
        isRequired: field.requirement == .present || required.contains(field.name))
    }
    return (Record.fields.map { field($0) } + Record.Part.fields.map { field($0, "items[].") })
      .sorted()
  }

  private static let id = Field(name: "id", type: "text", isRequired: true)

  private static let optionalId = Field(name: "id", type: "text", isRequired: false)

  @Test func `the fields of the catalogue are documented, with their types`() throws {
    let tables: [(String, [Field])] = [
      ("games", [Self.id] + Self.fields(of: Game.self, required: ["title", "developerId"])),
      ("developers", [Self.id] + Self.fields(of: Developer.self)),
      ("tags", [Self.id] + Self.fields(of: Tag.self)),
      ("users", [Self.id] + Self.fields(of: User.self)),
      ("wishlists", Self.fields(of: Wishlist.self, required: ["userId"])),
      ("prices", [Self.id] + Self.fields(of: PriceSeries.self)),
      ("metrics", [Self.id] + Self.fields(of: PartnerMetric.self)),
      ("annotations", [Self.optionalId] + Self.fields(of: Annotation.self)),
      (
        "vectors",
        Self.fields(of: GameVector.self)
          + [Field(name: "userId", type: "text", isRequired: false)]
      ),
      ("candidates", [Self.optionalId] + Self.fields(of: PlayerCandidate.self)),
      ("promotions", [Self.optionalId] + Self.fields(of: Promotion.self)),
      ("devices", Self.fields(of: DeviceRecord.self)),
    ]
    for (collection, fields) in tables {
      #expect(try Self.documented(collection) == fields.sorted(), "\(collection)")
    }
  }

  @Test(arguments: EventCollection.allCases)
  func `the fields of events are documented, with their types`(_ collection: EventCollection) throws
  {
    let fields = EventContract().fields(of: collection).map { field in
      let type =
        switch field.type {
        case .id, .text, .country: "text"
        case .list: "texts"
        case .action, .eventType: "word"
        case .timestamp: "time"
        case .integer: "integer"
        case .number: "number"
        }
      return Field(name: field.name, type: type, isRequired: field.isRequired)
    }
    #expect(try Self.documented(collection.rawValue) == fields.sorted())
  }

  @Test func `the documented words are those of the code`() throws {
    let words: [String: [String]] = [
      "genres": Genre.allCases.map(\.rawValue), "favoriteGenres": Genre.allCases.map(\.rawValue),
      "mutedGenres": Genre.allCases.map(\.rawValue),
      "platforms": Platform.allCases.map(\.rawValue),
      "preferredPlatforms": Platform.allCases.map(\.rawValue),
      "releaseStatus": ReleaseStatus.allCases.map(\.rawValue),
      "priceRange": PricePreference.allCases.map(\.rawValue),
      "action": SwipeAction.allCases.map(\.rawValue),
      "eventType": EventType.allCases.map(\.rawValue),
      "category": TagCategory.allCases.map(\.rawValue),
      "priority": Priority.allCases.map(\.rawValue),
      "accountType": AccountType.allCases.map(\.rawValue),
    ]
    let documented = Dictionary(
      uniqueKeysWithValues: try Self.table("Words").flatMap { cells in
        Self.code(cells[0]).map { ($0, Self.code(cells[1])) }
      })
    #expect(documented == words)
  }
}
