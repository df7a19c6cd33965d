import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// Where keys and tokens come from.
struct SecretsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func file(_ text: String, mode: Int = 0o600) throws -> URL {
    let file = try folder.write(text, to: "secrets")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    return file
  }

  @Test func `a file has a name and a value a line`() throws {
    let file = try file(
      "\u{FEFF}# Steam\r\nFINDIE_STEAM_KEY=abc=def \r\n\n export  FINDIE_PLUR_TOKEN=  x y  \n#end")
    let secrets = try PartnerSecrets(environment: [:], file: file)
    #expect(try secrets.value(.steamKey) == Secret("abc=def"))
    #expect(secrets.optional(.plurToken) != nil && secrets.optional(.twitchClientId) == nil)
    #expect(throws: PartnerFailure.missingSecret("FINDIE_TWITCH_CLIENT_ID")) {
      try secrets.value(.twitchClientId)
    }
  }

  @Test func `the environment is stronger unless it is empty`() throws {
    let file = try file("FINDIE_STEAM_KEY=file\nFINDIE_PLUR_TOKEN=file\n")
    let secrets = try PartnerSecrets(
      environment: ["FINDIE_STEAM_KEY": "environment", "FINDIE_PLUR_TOKEN": "", "PATH": "/bin"],
      file: file)
    #expect(try secrets.value(.steamKey) == Secret("environment"))
    #expect(try secrets.value(.plurToken) == Secret("file"))
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o601, 0o777])
  func `a file that others can open is refused`(mode: Int) throws {
    let file = try file("FINDIE_STEAM_KEY=planted\n", mode: mode)
    let failure = #expect(throws: LocalFailure.self) {
      try PartnerSecrets(environment: [:], file: file)
    }
    let text = try #require(failure).description
    #expect(text.contains("chmod 600") && !text.contains("planted"))
  }

  @Test(arguments: [0o600, 0o400])
  func `a file of its owner is read, also through a link`(mode: Int) throws {
    let file = try file("FINDIE_STEAM_KEY=key\n", mode: mode)
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    for file in [file, link] {
      #expect(try PartnerSecrets(environment: [:], file: file).value(.steamKey) == Secret("key"))
    }
  }

  @Test(arguments: [
    "planted", "FINDIE_STEAM_KEY", "FINDIE_STEAM_KEY=", "=planted", "STEAM_KEY=planted",
    "exportFINDIE_STEAM_KEY=planted", "FINDIE_STEAM_KEY = planted", "\u{0}=planted",
  ])
  func `a line that cannot be read is named by its number only`(line: String) throws {
    let file = try file("# keys\n\(line)\n")
    let failure = #expect(throws: LocalFailure.self) {
      try PartnerSecrets(environment: [:], file: file)
    }
    let text = try #require(failure).description
    #expect(text.contains("line 2,") && !text.contains("planted"))
  }

  @Test func `a secret shows in no text`() {
    let secret = Secret("planted")
    var dumped = ""
    dump(secret, to: &dumped)
    let secrets = PartnerSecrets([.steamKey: "planted"])
    for text in [
      "\(secret)", String(reflecting: secret), dumped, "\(secrets)", String(reflecting: secrets),
      "\([secret])", "\(Optional(secret) as Any)",
    ] {
      #expect(!text.contains("planted"))
    }
  }
}
