import FindieIngest
import Testing

/// Whether a rejected line names a player, however it is written.
struct ForgottenLineTests {
  private func isNamed(_ line: String, _ id: String = "ada-1") -> Bool {
    var lines = ForgottenLines { $0 == id }
    return lines.isNamed(in: Array(line.utf8)[...])
  }

  @Test(arguments: [
    #"{"userId":"ada-1","action":"nonsense"}"#, #"{"userId":"ada-1""#, #"userId="ada-1" oops"#,
    #"{"userId":"\u0061da-1"}"#, #"{"userId":"\u0061\u0064\u0061\u002d\u0031"}"#,
    #"{"userId":"\u0061DA","x":"ada\u002D1"}"#, #"{'userId':'ada-1'}"#, #"{'userId':'\x61da-1',"#,
    #"{"x":"a\"b","userId":"ada-1"}"#, #"{"x":"it's","userId":"\u0061da-1"}"#,
    #"{"userId": ada-1}"#, #"{userId:ada-1,x:1}"#, #"{"x":"\\","userId":"ada-1"#, "ada-1",
    "2026-01-01;ada-1;g1",
  ])
  func `a line with the player's id in some form is found`(line: String) {
    #expect(isNamed(line))
  }

  @Test(arguments: [
    #"{"userId":"ada-12"}"#, #"{"userId":"\u0061da-2"}"#, "", "ada-12;g1",
    #"{"title":"about ada-1"}"#,
    #"{"userId":"ada\-1x"}"#, #"{"position":7}"#, #"{"userId":"\uZZZZ"}"#, #"{"userId":"\"#,
  ])
  func `other lines are not`(line: String) {
    #expect(!isNamed(line))
    #expect(!isNamed(line, "7"))
  }

  @Test func `ids with quotes, numbers and characters beyond the basic plane are found`() {
    #expect(isNamed(#"{"userId":"a\"b"}"#, "a\"b"))
    #expect(isNamed(#"{'userId':'it\'s'}"#, "it's"))
    #expect(isNamed(#"{"userId": 42, "x"}"#, "42"))
    #expect(isNamed(#"{"userId":"\ud83c\udfae"}"#, "🎮"))
    #expect(isNamed(#"{"userId":"\u00e9\n"}"#, "é\n"))
  }
}
