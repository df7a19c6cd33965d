import FindieDomain
import Testing

struct ZeroPaddingTests {
  @Test(arguments: [0, 1, 2, 5, 20, 25])
  func `digits are padded with zeros`(width: Int) {
    var number: UInt = 0
    for step in 0..<70 {
      var bytes = [UInt8](repeating: 7, count: step % 3)
      bytes.append(digitsOf: number, atLeast: width)
      let digits = String(number)
      let zeros = String(repeating: "0", count: max(0, width - digits.count))
      #expect(String(decoding: bytes.dropFirst(step % 3), as: UTF8.self) == zeros + digits)
      number = step.isMultiple(of: 2) ? number &* 3 &+ 9 : number &+ 1
      if step == 68 { number = .max }
    }
  }
}
