import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// Secrets reach the partner, and no message or file.
struct SecretTests {
  private static let secrets = ["planted+header/1&=", "planted query?2", "planted-form-3%"]

  private let test: TestTransport

  init() throws {
    test = try TestTransport()
  }

  private func request(_ fault: String, _ method: PartnerRequest.Method) -> PartnerRequest {
    var request = PartnerRequest(test.endpoint(fault), method, path: "item", query: ["page": "1"])
    request.contentTypes = ["application/json", "text/plain"]
    request.secretHeaders = ["Authorization": Secret(Self.secrets[0])]
    request.secretParameters = ["key": Secret(Self.secrets[method == .get ? 1 : 2])]
    return request
  }

  private func expectNoSecret(in text: String, _ place: String) {
    for secret in Self.secrets {
      let forms = [secret, secret.percentEncoded, "planted"]
      #expect(!forms.contains { text.contains($0) }, "\(place): \(text)")
    }
  }

  @Test(arguments: [
    "ok", "echo", "echo-error", "echo-refusal", "echo-type", "echo-tag", "echo-key", "status=500",
    "redirect-secret", "redirect-host", "redirect-port", "html", "cut-off",
  ])
  func `no answer makes a secret reach a message or a file`(fault: String) throws {
    for method in [PartnerRequest.Method.get, .post] {
      let request = request(fault, method)
      let transport = test.transport(attempts: 2)
      do {
        _ = try test.fetch(request, by: transport)
      } catch let failure as PartnerFailure {
        for text in ["\(failure)", String(reflecting: failure), dumped(failure)] {
          expectNoSecret(in: text, "message")
        }
      }
      for text in ["\(request)", String(reflecting: request), dumped(request)] {
        expectNoSecret(in: text, "request")
      }
    }
    for file in try test.files() {
      expectNoSecret(in: String(decoding: try Data(contentsOf: file), as: UTF8.self), file.path)
      expectNoSecret(in: file.path, "path")
    }
    // They were sent, and to the partner only.
    let requests = try test.partners.requests()
    #expect(requests.allSatisfy { $0.path.hasPrefix("/faults/\(fault)/item?page=1") })
    #expect(requests.allSatisfy { $0.headers["authorization"] == Self.secrets[0] })
    let encoded = Self.secrets.map(\.percentEncoded)
    #expect(requests.contains { $0.path.hasSuffix("&key=\(encoded[1])") })
    #expect(requests.contains { $0.body == "key=\(encoded[2])" })
  }

  private func dumped(_ value: some Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  @Test func `an answer that repeats a secret is used and not stored`() throws {
    for fault in ["echo", "echo-tag"] {
      let transport = test.transport()
      #expect(try test.fetch(request(fault, .get), by: transport).value == 1)
      #expect(try test.fetch(request(fault, .get), by: transport).origin == .network)
    }
    #expect(try test.files().filter { $0.path.hasPrefix(test.answers.path) } == [])
  }

  @Test func `requests that differ in a secret only have one stored answer`() throws {
    var request = request("ok", .get)
    #expect(try test.fetch(request).value == 0)
    request.secretParameters = ["key": Secret("planted-new")]
    #expect(try test.fetch(request).origin == .cache)
  }
}
