import FindieHistory
import FindieLinearAlgebra

extension InteractionMatrix {
  /// A hash of players, games and evidence, to recognize the same data.
  package var fingerprint: UInt64 {
    var hash: UInt64 = 0
    for ids in [players, games] {
      hash = hash64(hash, adding: UInt64(ids.count))
      for id in ids.ids { hash = hash64(hash, adding: hash64(of: id.utf8.span)) }
    }
    for rows in [observed, seen] {
      for offset in rows.offsets { hash = hash64(hash, adding: UInt64(offset)) }
      for (column, value) in zip(rows.columnIndices, rows.values) {
        hash = hash64(hash, adding: UInt64(column) << 32 | UInt64(value.bitPattern))
      }
    }
    return hash
  }
}
