package import FindieDomain
import FindieFiles
package import FindieWorkspace

extension Workspace {
  /// The day of the night that readers see; without the link `current`, the newest published day
  /// with a recipe: a killed run may have left a folder without one.
  package var publishedDay: Day? {
    get throws {
      try currentDay ?? publishedDays().last { DurableFile.exists(recipeFile(of: $0)) }
    }
  }

  /// The recipe of the newest night that was published, even if its folder is lost; nil if there is
  /// none.
  package var lastRecipe: NightRecipe? {
    get throws {
      try recordedDays().last { DurableFile.exists(recipeFile(of: $0)) }.flatMap { recipe(of: $0) }
    }
  }

  /// Whether the folder of a night has the files that were published with its recipe, or what a
  /// rollback made of them.
  func isPublished(_ day: Day, by recipe: NightRecipe) throws -> Bool {
    let removed = try RemovedFromNight(of: published(day))
    return try publishedFingerprint(of: day) == removed?.published ?? recipe.published
  }

  /// The recipe of a published night; nil if it is missing or damaged.
  package func recipe(of day: Day) -> NightRecipe? {
    do {
      return try NightRecipe(of: day, file: recipeFile(of: day))
    } catch {
      return nil
    }
  }
}
