import Foundation

extension HTTPClient {
  private static let maximumRedirects = 5

  /// Sends a request and waits for the whole answer. Redirects are followed only for a GET and to
  /// allowed hosts, without secrets if the host changes.
  func answer(
    to request: HTTPRequest, of endpoint: Endpoint, maximumBytes: Int,
    isStopping: @escaping () -> Bool
  ) throws(HTTPFailure) -> HTTPResponse {
    var request = request
    for _ in 0...HTTPClient.maximumRedirects {
      let answer = try send(
        request, maximumBytes: maximumBytes, isStopping: isStopping)
      guard [301, 302, 303, 307, 308].contains(answer.status),
        let location = answer.headers["location"]
      else { return answer }
      request = try HTTPClient.redirected(request, to: location, endpoint)
    }
    throw .redirectedTooOften
  }

  private static func redirected(
    _ request: HTTPRequest, to location: String, _ endpoint: Endpoint
  ) throws(HTTPFailure) -> HTTPRequest {
    let origin = URL(string: request.url)
    // libcurl gets this URL, with invalid characters encoded.
    let url = URL(string: location, relativeTo: origin)
    // A form may contain a secret.
    guard let origin, let url, request.body == nil, endpoint.mayRedirect(to: url, from: origin)
    else {
      // The rest of the location may repeat a secret.
      throw .redirected((url?.scheme ?? "?") + "://" + (url?.host() ?? "?"))
    }
    return HTTPRequest(
      url: url.absoluteString,
      headers: url.host() == origin.host()
        ? request.headers : request.headers.filter { $0.key == "User-Agent" })
  }
}
