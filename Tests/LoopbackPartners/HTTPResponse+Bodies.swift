import FlyingFox
import Foundation

extension HTTPResponse {
  static func text(
    _ text: String, status: Int = 200, type: String = "text/plain", headers: [String: String] = [:]
  ) -> HTTPResponse {
    bytes(Data(text.utf8), status: status, type: type, headers: headers)
  }

  /// - Parameter object: as `JSONSerialization` takes it.
  static func json(
    _ object: Any, status: Int = 200, headers: [String: String] = [:]
  ) throws -> HTTPResponse {
    let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    return bytes(data, status: status, type: "application/json; charset=utf-8", headers: headers)
  }

  static func json(bytes data: Data) -> HTTPResponse {
    bytes(data, status: 200, type: "application/json", headers: [:])
  }

  static func bytes(
    _ data: Data, status: Int, type: String, headers: [String: String]
  ) -> HTTPResponse {
    HTTPResponse(
      statusCode: HTTPStatusCode(status, phrase: "Status"), headers: fields(headers, type),
      body: data)
  }

  /// An answer whose pieces are made while it is sent.
  ///
  /// - Parameters:
  ///   - count: the `Content-Length`; nil for an answer in chunks.
  ///   - piece: the piece with an index from 0; nil ends the answer, and an error closes the
  ///     connection.
  static func pieces(
    type: String = "application/json", headers: [String: String] = [:], count: Int? = nil,
    _ piece: @escaping @Sendable (Int) async throws -> [UInt8]?
  ) -> HTTPResponse {
    let pieces = Pieces(piece: piece)
    return HTTPResponse(
      statusCode: .ok, headers: fields(headers, type),
      body: count.map { HTTPBodySequence(from: pieces, count: $0) }
        ?? HTTPBodySequence(from: pieces))
  }

  private static func fields(_ headers: [String: String], _ type: String) -> HTTPHeaders {
    var fields = HTTPHeaders([.contentType: type])
    for (name, value) in headers { fields[HTTPHeader(name)] = value }
    return fields
  }
}
