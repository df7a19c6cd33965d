import FlyingFox
import Foundation

/// A request with its body.
struct Incoming {
  let method: String
  /// The parts of the path, decoded.
  let parts: [String]
  let query: [String: String]
  /// As it was sent.
  let rawQuery: String
  /// By name in lower case.
  let headers: [String: String]
  let body: String

  init(_ request: HTTPRequest) async throws {
    method = request.method.rawValue
    parts = request.path.split(separator: "/").map(String.init)
    query = Dictionary(request.query.map { ($0.name, $0.value) }) { first, _ in first }
    rawQuery = request.target.query()
    headers = Dictionary(request.headers.map { ($0.key.rawValue.lowercased(), $0.value) }) {
      first, _ in first
    }
    body = String(decoding: try await request.bodyData, as: UTF8.self)
  }

  /// The fields of a form.
  var form: [String: String] {
    let pairs = body.split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1).map {
        $0.replacing("+", with: " ").removingPercentEncoding ?? ""
      }
      return (sides.first ?? "", sides.count > 1 ? sides[1] : "")
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
