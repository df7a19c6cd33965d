import FindieFiles
import FindieTestSupport
import Foundation
import Glibc
import Testing

/// The rule of every removal: the program removes only what it made.
struct RemovingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func url(_ path: String) -> URL { folder.url.appending(path: path) }

  private func everything(_ path: String = "") throws -> [String] {
    try DurableFile.files(below: url(path))
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(at: url(path), withDestinationURL: url(target))
  }

  @Test func `a folder with content is not removed by its name`() throws {
    try folder.write("photo", to: "night/photo.jpg")
    let failure = #expect(throws: FileFailure.self) { try DurableFile.remove(url("night")) }
    #expect(failure?.description.contains("files that findie did not write") == true)
    #expect(try everything() == ["night/photo.jpg"])
  }

  @Test func `a file, a link and an empty folder are removed, what a link points to is not`() throws
  {
    try folder.write("photo", to: "photos/photo.jpg")
    try link("link", to: "photos")
    try link("file", to: "photos/photo.jpg")
    try FileManager.default.createDirectory(at: url("empty"), withIntermediateDirectories: true)
    for name in ["link", "file", "empty", "nothing"] { try DurableFile.remove(url(name)) }
    #expect(try DurableFile.names(in: folder.url) == ["photos"])
    #expect(try everything() == ["photos/photo.jpg"])
  }

  @Test func `own files in a folder are removed, others stay with their folders`() throws {
    for path in ["a/own", "a/b/own", "a/c/own", "a/c/photo.jpg", "a/.hidden", "photos/own"] {
      try folder.write("text", to: path)
    }
    try link("a/linked", to: "photos")
    try DurableFile.removeFiles(in: url("a")) { $0.hasSuffix("own") }
    #expect(try everything() == ["a/.hidden", "a/c/photo.jpg", "a/linked", "photos/own"])
    #expect(!DurableFile.exists(url("a/b")))
    // A link to a folder is not one.
    try link("other", to: "photos")
    try DurableFile.removeFiles(in: url("other")) { _ in true }
    try DurableFile.removeWhole(url("other")) { _ in true }
    #expect(DurableFile.exists(url("photos/own")))
    try DurableFile.removeFiles(in: url("photos")) { _ in true }
    #expect(!DurableFile.exists(url("photos")))
  }

  @Test func `a folder that is removed keeps the files of others, also if it is removed again`()
    throws
  {
    for path in ["night/list", "night/model/list", "night/model/photo.jpg", "night/.hidden"] {
      try folder.write(path, to: path)
    }
    try folder.write("", to: ".night.old/list")
    try link("night/album", to: "nowhere")
    for _ in 0..<2 {
      try DurableFile.removeWhole(url("night")) { $0.hasSuffix("list") }
      #expect(
        try everything("night") == [".hidden", "album", "model/photo.jpg"])
      #expect(try DurableFile.read(url("night/.hidden")) == Array("night/.hidden".utf8))
    }
    try DurableFile.remove(url("night/.hidden"))
    try DurableFile.remove(url("night/album"))
    try DurableFile.remove(url("night/model/photo.jpg"))
    try DurableFile.removeWhole(url("night")) { $0.hasSuffix("list") }
    #expect(!DurableFile.exists(url("night")))
  }

  @Test func `a folder that is replaced keeps the files of others`() throws {
    for path in ["night/list", "night/only-old", "night/photos/photo.jpg", "night/.hidden"] {
      try folder.write(path, to: path)
    }
    try folder.write("new", to: ".night.partial/list")
    try DurableFile.replaceFolder(url("night"), with: url(".night.partial")) {
      ["list", "only-old"].contains($0)
    }
    #expect(try everything() == ["night/.hidden", "night/list", "night/photos/photo.jpg"])
    #expect(try DurableFile.read(url("night/list")) == Array("new".utf8))
    #expect(
      try DurableFile.read(url("night/photos/photo.jpg")) == Array("night/photos/photo.jpg".utf8))
  }

  @Test func `a file under a folder's name is an error, and a link is replaced without its target`()
    throws
  {
    try folder.write("mine", to: "night")
    try folder.write("new", to: ".night.partial/list")
    #expect(throws: FileFailure.self) {
      try DurableFile.replaceFolder(url("night"), with: url(".night.partial"))
    }
    #expect(try DurableFile.read(url("night")) == Array("mine".utf8))
    try DurableFile.remove(url("night"))
    try folder.write("photo", to: "photos/photo.jpg")
    try link("night", to: "photos")
    try DurableFile.replaceFolder(url("night"), with: url(".night.partial"))
    #expect(try everything() == ["night/list", "photos/photo.jpg"])
  }
}
