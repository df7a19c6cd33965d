import Foundation

/// The name of a user of itch.io, as in the host `name.itch.io`.
package struct ItchName: Hashable, Sendable {
  package let text: String

  /// Nil for a text that cannot be a name, and for hosts of itch.io itself.
  package init?(_ text: String) {
    guard text.wholeMatch(of: /[a-z0-9_-]{1,63}/) != nil, !text.hasPrefix("-"),
      !text.hasSuffix("-"), !Self.hosts.contains(text)
    else { return nil }
    self.text = text
  }

  private static let hosts: Set = ["www", "api", "img", "static", "blog", "docs"]
}

/// The address of a game's page on itch.io, `https://name.itch.io/game`.
package struct ItchGameAddress: Hashable, Sendable {
  package let author: ItchName
  /// The last part of the address.
  package let game: String

  /// Nil for any other address.
  package init?(url text: String) {
    guard let url = URL(string: text.trimmingCharacters(in: .whitespacesAndNewlines)),
      ["https", "http"].contains(url.scheme), url.port == nil,
      let host = url.host()?.lowercased(), host.hasSuffix(".itch.io"),
      let author = ItchName(String(host.dropLast(".itch.io".count)))
    else { return nil }
    let parts = url.path().split(separator: "/").map { $0.lowercased() }
    guard let game = parts.first, game.wholeMatch(of: /[a-z0-9_-]{1,200}/) != nil else {
      return nil
    }
    self.author = author
    self.game = game
  }

  package var url: String { "https://\(author.text).itch.io/\(game)" }
}
