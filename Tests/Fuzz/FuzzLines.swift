/// libFuzzer's entry, by the name and form that it prescribes: it has a main of its own.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLines(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  // libFuzzer hands out `count` bytes that can be read until this returns.
  target.check(unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

private let target = FuzzTarget()
