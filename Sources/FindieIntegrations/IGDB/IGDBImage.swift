/// An image in IGDB's store.
struct IGDBImage: Decodable {
  let image_id: String?

  private enum Key: String, CodingKey {
    case image_id, url
  }

  init(from decoder: any Decoder) throws {
    let container: KeyedDecodingContainer<Key>
    do {
      container = try decoder.container(keyedBy: Key.self)
    } catch {
      // Only the id of a row, since the query does not expand it.
      _ = try decoder.singleValueContainer().decode(Int.self)
      image_id = nil
      return
    }
    // Older answers may have only the address of a thumbnail, which ends in `/<image_id>.jpg`.
    image_id =
      try container.decodeIfPresent(String.self, forKey: .image_id)
      ?? container.decodeIfPresent(String.self, forKey: .url)
      .flatMap { $0.split(separator: "/").last?.split(separator: ".").first.map(String.init) }
  }

  /// - Parameter size: a name of IGDB, such as `cover_big`.
  func address(size: String) -> String? {
    guard let image_id, image_id.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil else { return nil }
    return "https://images.igdb.com/igdb/image/upload/t_\(size)/\(image_id).jpg"
  }
}
