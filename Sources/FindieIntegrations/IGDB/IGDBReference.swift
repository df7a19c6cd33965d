/// A reference to a row: its id, or the row if the query expands it.
struct IGDBReference: Decodable {
  let id: Int
  let name: String?

  private enum Key: String, CodingKey {
    case id, name
  }

  init(from decoder: any Decoder) throws {
    do {
      id = try decoder.singleValueContainer().decode(Int.self)
      name = nil
    } catch {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(Int.self, forKey: .id)
      name = try container.decodeIfPresent(String.self, forKey: .name)
    }
  }
}
