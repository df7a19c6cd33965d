import FindieText
import Foundation
import Testing

struct JSONTests {
  private let value: JSONValue = [
    "b": 1, "a": ["x", .number(0.250, places: 4), .null], "line": .oneLine(["yes": true]),
    "none": [:], "empty": [],
  ]

  @Test func `a document is indented and has its keys in the order given`() {
    #expect(
      String(decoding: value.document, as: UTF8.self) == """
        {
          "b": 1,
          "a": [
            "x",
            0.25,
            null
          ],
          "line": {"yes":true},
          "none": {},
          "empty": []
        }

        """)
  }

  @Test func `a value on one line has no spaces`() {
    #expect(value.line == #"{"b":1,"a":["x",0.25,null],"line":{"yes":true},"none":{},"empty":[]}"#)
  }

  @Test func `a line is written as a value is`() {
    var line = JSONLine()
    line.add("count", 12)
    line.add("rate") { rate in
      rate.add("estimate", 0.25, places: 4)
      rate.add("isKnown", true)
    }
    line.add("ids", ["a", "\""])
    line.add("days", [1, -2])
    line.addNull("genre")
    line.add("parts", [JSONLine()])
    let value: JSONValue = [
      "count": 12, "rate": ["estimate": .number(0.25, places: 4), "isKnown": true],
      "ids": ["a", "\""], "days": [1, -2], "genre": .null, "parts": [[:]],
    ]
    #expect(line.value.line == value.line)
  }

  @Test(arguments: [
    "", "plain", "a\"b\\c", "\u{0}\u{1}\u{B}\u{1F}\n\r\t", "\u{7F}\u{2028}</script>",
    "語 e\u{301} 🎮",
  ])
  func `any text reads back`(text: String) throws {
    var bytes: [UInt8] = []
    bytes.append(json: text)
    #expect(try JSONDecoder().decode(String.self, from: Data(bytes)) == text)
  }

  @Test func `objects are joined in their order`() {
    #expect(((["a": 1] as JSONValue) + ["b": 2]).line == #"{"a":1,"b":2}"#)
  }
}
