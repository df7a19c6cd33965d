extension Double {
  /// The nearest multiple of 2⁻²⁰.
  ///
  /// Sums of such numbers are exact up to 2³³, so they depend neither on the order nor on how the
  /// addends are divided among threads and machines.
  var inFixedPoint: Double { (self * 0x1p20).rounded() * 0x1p-20 }
}
