import GRDB

extension WorkspaceStore {
  /// The workspace that a store belongs to. Published copies do not have it, so that equal rows give equal
  /// files in any workspace.
  package struct Owner: Sendable, Equatable {
    /// The id of the workspace.
    package let workspace: String
    /// The number of merges that changed the catalogue. An older copy of the store has a smaller number.
    package let changes: Int

    package init(workspace: String, changes: Int) {
      self.workspace = workspace
      self.changes = changes
    }
  }

  /// Nil if no run has named it yet.
  package func owner() throws(StoreFailure) -> Owner? {
    try connection.read { database in
      guard try database.tableExists(WorkspaceStore.ownerTable) else { return nil }
      return try Row.fetchOne(
        database, sql: "SELECT workspace, changes FROM \(WorkspaceStore.ownerTable)"
      ).map { Owner(workspace: $0[0], changes: $0[1]) }
    }
  }

  /// Names the workspace that the store belongs to.
  package func claim(for owner: Owner) throws(StoreFailure) {
    try connection.write { database in
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS \(WorkspaceStore.ownerTable) (
            workspace TEXT NOT NULL, changes INTEGER NOT NULL
          )
          """)
      try database.execute(sql: "DELETE FROM \(WorkspaceStore.ownerTable)")
      try database.execute(
        sql: "INSERT INTO \(WorkspaceStore.ownerTable) VALUES (?, ?)",
        arguments: [owner.workspace, owner.changes])
    }
  }

  private static let ownerTable = "owner"

  /// Counts a merge that changed the catalogue.
  static func countChange(in database: Database) throws {
    guard try database.tableExists(ownerTable) else { return }
    try database.execute(sql: "UPDATE \(ownerTable) SET changes = changes + 1")
  }

  /// Removes the owner from a copy, with its bytes.
  static func removeOwner(from database: Database) throws {
    try database.execute(sql: "DROP TABLE IF EXISTS \(ownerTable)")
  }
}
