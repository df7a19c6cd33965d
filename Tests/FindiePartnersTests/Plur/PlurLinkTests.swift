import FindiePartners
import FindieTestSupport
import Foundation
import Testing

struct PlurLinkTests {
  private func expect(_ text: String, _ id: String?, _ relay: String?, _ code: String?) {
    let link = PlurLink(text)
    #expect(link?.text == text)
    #expect(
      link?.group?.id == id && link?.group?.relay == relay && link?.code?.text == code, "\(text)")
  }

  @Test func `the forms of links`() {
    let relay = "wss%3A%2F%2Fr.example"
    let values = "group-id=GROUP&code=CODE&relay=\(relay)"
    expect("https://rabble.community/i/CODE", nil, nil, "CODE")
    for text in [
      "https://rabble.community/i/plur%3A%2F%2Fjoin-community%3Fgroup-id%3DGROUP%26code%3DCODE"
        + "%26relay%3Dwss%253A%252F%252Fr.example",
      "https://rabble.community/i/plur://join-community?\(values)",
      "https://rabble.community/i/plur%3A%2F%2Fjoin-community?\(values)",
      "HTTPS://Rabble.Community/i/PLUR://join-community?relay=wss://r.example&\(values.prefix(24))&x=1",
      "https://rabble.community/join/GROUP?code=CODE&relay=\(relay)",
      "https://rabble.community/join-community?\(values)", "plur://join-community?\(values)",
    ] {
      expect(text, "GROUP", "wss://r.example", "CODE")
    }
    expect("https://rabble.community/g/GROUP?relay=\(relay)", "GROUP", "wss://r.example", nil)
    expect("plur://group/GROUP?relay=\(relay)", "GROUP", "wss://r.example", nil)
  }

  @Test func `a relay is decoded once, and may be absent`() {
    expect(
      "plur://group/G?relay=wss%3A%2F%2Fr.example%2F%2541", "G", "wss://r.example/%41", nil)
    expect("plur://group/G?relay=", "G", nil, nil)
    expect("https://rabble.community/join/G%2F%C3%A9", "G/é", nil, nil)
  }

  @Test(arguments: [
    "", "rabble.community/i/CODE", "http://rabble.community/i/CODE", "https://rabble.community/i/",
    "https://rabble.community.evil.example/i/CODE", "https://rabble.community@evil.example/i/CODE",
    "https://rabble.community:444/i/CODE", "https://rabble.community/i/CODE/x",
    "https://rabble.community/i/CO%2FDE", "https://rabble.community/i/..",
    "https://rabble.community/i/javascript%3A%2F%2Fjoin-community%3Fgroup-id%3DG",
    "https://rabble.community/i/plur%3A%2F%2Fgroup%2FG",
    "https://rabble.community/i/https%3A%2F%2Frabble.community%2Fi%2FCODE",
    "https://rabble.community/join/", "https://rabble.community/join/..?code=C",
    "https://rabble.community/join/G?code=C%0A", "https://rabble.community/join/G?code=../x",
    "https://rabble.community/join/G?code=A&code=B", "https://rabble.community/join/%00",
    "https://rabble.community/join-community?code=C", "https://rabble.community/join-communityx",
    "https://rabble.community/g/G?relay=https%3A%2F%2Fr.example",
    "https://rabble.community/g/G?relay=wss%3A%2F%2Fuser@r.example",
    "https://rabble.community/g/G?relay=wss%3A%2F%2F", "https://rabble.community/g/G#x",
    "?group-id=G&code=C", "plur://join-community", "plur://join-community?group-id=",
    "plur://join-community?group-id=%ff", "plur://other?group-id=G", "plur://group",
    "plur://group/G/x", "plur:group/G",
  ])
  func `hostile and other links are refused`(text: String) {
    #expect(PlurLink(text) == nil)
  }
}
