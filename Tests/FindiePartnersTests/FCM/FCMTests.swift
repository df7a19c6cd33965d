import FindieDomain
import FindiePartners
import Foundation
import Testing

/// What an answer of FCM says about a message. The files are real answers.
struct FCMTests {
  private func outcome(file: String, status: Int) throws -> FCM.Outcome {
    let answer = try Fixture.answer(file: "fcm/\(file).json")
    return try FCM.outcome(
      of: PartnerAnswer(
        status: status, headers: [:], body: answer.body, receivedAt: answer.receivedAt))
  }

  @Test func `a name is a sent message`() throws {
    guard case .sent = try outcome(file: "response_01_verification_only", status: 200) else {
      Issue.record("not sent")
      return
    }
  }

  @Test(arguments: [
    ("response_02_invalid_registration_token", "INVALID_ARGUMENT"),
    ("response_03_missing_registration_token", "INVALID_ARGUMENT"),
    ("response_04_payload_too_large", "INVALID_ARGUMENT"),
  ])
  func `a refusal has the code of its details, else its status`(file: String, code: String) throws {
    guard case .refused(let found) = try outcome(file: file, status: 400) else {
      Issue.record("not refused")
      return
    }
    #expect(found == code)
  }

  @Test func `an unregistered device is recognized by its code`() throws {
    guard case .unregistered = try outcome(file: "response_05_unregistered_token", status: 404)
    else {
      Issue.record("not unregistered")
      return
    }
    // Without the code, the project is unknown.
    guard case .notSent = try FCM.outcome(of: Fixture.answer("{}", status: 404)) else {
      Issue.record("a wrong project is no refusal of a message")
      return
    }
  }

  @Test func `403 is about the account, or about another sender's device`() throws {
    let other =
      #"{"error":{"status":"PERMISSION_DENIED","details":[{"errorCode":"SENDER_ID_MISMATCH"}]}}"#
    guard
      case .refused("SENDER_ID_MISMATCH") = try FCM.outcome(of: Fixture.answer(other, status: 403))
    else {
      Issue.record("not refused")
      return
    }
    let denied = #"{"error":{"status":"PERMISSION_DENIED"}}"#
    guard case .notSent(.unauthorized) = try FCM.outcome(of: Fixture.answer(denied, status: 403))
    else {
      Issue.record("not unauthorized")
      return
    }
  }

  @Test(arguments: ["", "[]", "{}", "<html>"])
  func `an answer of 200 that is no JSON with a name says nothing`(text: String) {
    #expect(throws: (any Error).self) { try FCM.outcome(of: Fixture.answer(text)) }
  }
}
