import FlyingFox
import Foundation

/// `/itch`: pages in the shape of itch.io's. `/itch/pages/<name>` stands for the host
/// `<name>.itch.io`.
struct ItchShop {
  let files: AnswerFiles
  let games: [LoopbackGame]

  func answer(_ incoming: Incoming) throws -> HTTPResponse {
    let path = incoming.parts.joined(separator: "/")
    if let answer = try files.answer(path + "/index") { return answer }
    switch incoming.parts.last {
    case "robots.txt": return .text("User-agent: *\nDisallow: /login\n")
    case "search":
      let term = (incoming.query["q"] ?? "").lowercased()
      let found = games.filter { !term.isEmpty && $0.title.lowercased().contains(term) }
      return page(found.prefix(20).map(cell).joined())
    default: break
    }
    guard incoming.parts.count > 2, incoming.parts[1] == "pages" else {
      return .text("not found", status: 404, type: "text/html")
    }
    let own = games.filter { slug($0.studio) == incoming.parts[2] }
    if incoming.parts.count == 3, !own.isEmpty { return page(own.map(cell).joined()) }
    return .text("not found", status: 404, type: "text/html")
  }

  private func page(_ cells: String) -> HTTPResponse {
    .text(
      "<!DOCTYPE html><html><body><div class=\"game_grid_widget\">\(cells)</div></body></html>",
      type: "text/html; charset=utf-8")
  }

  private func cell(_ game: LoopbackGame) -> String {
    let address = "https://\(slug(game.studio)).itch.io/\(slug(game.title))"
    let price = game.price.map { "<div class=\"price_value\">$\(Double($0) / 100)</div>" } ?? ""
    return """
      <div data-game_id="\(game.appId)" class="game_cell has_cover"><div \
      class="game_cell_data"><div class="game_title"><a class="title game_link" \
      href="\(address)">\(escaped(game.title))</a>\(price)</div><div class="game_author"><a \
      href="https://\(slug(game.studio)).itch.io">\(escaped(game.studio))</a></div><div \
      class="game_platform"><span class="icon icon-windows8"></span></div></div></div>
      """
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  private func slug(_ text: String) -> String {
    text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
  }
}
