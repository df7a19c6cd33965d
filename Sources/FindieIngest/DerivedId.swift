/// The id of an event that has none in its source: a word of three letters, `-`, and the 32
/// hexadecimal digits of a hash of what identifies the event.
func derivedId(_ word: String, _ hash: (UInt64, UInt64)) -> InlineArray<36, UInt8> {
  var id = InlineArray<36, UInt8>(repeating: UInt8(ascii: "-"))
  for (index, letter) in word.utf8.prefix(3).enumerated() { id[index] = letter }
  for (half, hash) in [hash.0, hash.1].enumerated() {
    for index in 0..<16 {
      let digit = UInt8(hash >> UInt64(60 - 4 * index) & 0xF)
      id[4 + 16 * half + index] =
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
  }
  return id
}
