import FindieModels
import FindieStore
import FindieWorkspace

/// The versions that results depend on, besides the input.
package enum Versions {
  package static let findie = "0.1.0"

  /// The program that results depend on, by its content: another build or BLAS may give other
  /// bytes, so nothing that it stored is reused.
  package static var program: String {
    "findie \(findie), build \(ProgramIdentity.build), \(blas)"
  }

  private static var blas: String { BLASLibrary.current.configuration ?? "reference BLAS" }

  package static var all: [String: String] {
    [
      "findie": findie, "build": ProgramIdentity.build, "blas": blas,
      "sqlite": SQLiteLibrary.version, "swift": swift,
    ]
  }

  /// The compiler that built this program.
  package static var swift: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2 or earlier"
    #endif
  }
}
