import FindieDomain
import FindieFiles
import FindieRanking
package import FindieWorkspace
import Foundation

/// The published lists of the night before that tonight may reuse.
package struct EarlierLists: TransientArtifact {
  package static var grain: String { "one row: the night whose lists may be reused" }
  package static var isIdentifiedByContent: Bool { true }

  /// Nil if all lists are computed tonight: no earlier night used the same models, or
  /// `--force recommendations` was given.
  let stored: EarlierListsData?

  package var counts: [String: Int] { [:] }

  package var content: Fingerprint? { Fingerprint(of: canonicalJSON(stored)) }
}

extension Stage<EarlierLists> {
  /// Finds the lists of the newest published night, if tonight uses the same models.
  package static func findEarlierLists(
    from anchor: Stage<Anchor>, _ champion: Stage<Champion>, _ night: Night
  ) -> Stage {
    Stage(
      "earlier-lists", from: anchor, champion, parameters: NoParameters(),
      predict: { .unchanged(EarlierLists(of: $0, $1, night)) }
    ) { _, anchor, champion in
      EarlierLists(of: anchor, champion, night)
    }
  }
}

extension EarlierLists {
  fileprivate init(of anchor: Anchor, _ champion: Champion, _ night: Night) {
    guard night.recipe == nil else {
      stored = night.recipe?.earlierLists
      return
    }
    guard !anchor.isTonight, !night.options.selection.forces(ServedModelFiles.lists),
      let day = champion.day
    else {
      stored = nil
      return
    }
    do {
      let index = try ServedModelFiles.index(in: Self.folder(of: day, night))
      stored = index.parts[ServedModelFiles.lists].map {
        EarlierListsData(night: day, checksum: $0)
      }
    } catch {
      // The night was published without models, or is damaged: `findie verify` says so.
      stored = nil
    }
  }

  private static func folder(of day: Day, _ night: Night) -> URL {
    night.workspace.published(day).appending(path: ServedModelFiles.folderName)
  }

  /// The lists; nil if there are none or they cannot be read, so that all are computed.
  ///
  /// - Throws: in a reproduction, if they are missing or damaged.
  func lists(_ night: Night, warn: (String) -> Void) throws -> ComputedLists? {
    guard let stored else { return nil }
    do {
      return try ServedModelFiles.part(
        ServedModelFiles.lists, in: Self.folder(of: stored.night, night),
        checksum: stored.checksum)
    } catch  where night.recipe == nil {
      warn("all lists are computed tonight: \(error)")
      return nil
    }
  }
}
