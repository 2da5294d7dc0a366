package dev.sluice.mqsim.manager;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The distributed transactions (XA) of one queue manager: units of work that a transaction manager
 * prepares, commits and rolls back, each known by a transaction id. A branch that is prepared is in
 * doubt until it is decided, even when its connection ends or the queue manager stops; one that is
 * not ends with its connection. Calls return the codes of the XA specification. Confined to the
 * event loop of its queue manager.
 */
public final class Transactions {

  public static final int OK = 0;
  public static final int PROTOCOL = -6; // XAER_PROTO

  private static final int READ_ONLY = 3; // XA_RDONLY
  private static final int ROLLED_BACK = 100; // XA_RBROLLBACK
  private static final int UNKNOWN = -4; // XAER_NOTA
  private static final int INVALID = -5; // XAER_INVAL
  private static final int DUPLICATE = -8; // XAER_DUPID
  private static final int OUTSIDE = -9; // XAER_OUTSIDE

  private static final int JOIN = 0x200000;
  private static final int SUSPEND = 0x2000000;
  private static final int SUCCESS = 0x4000000;
  private static final int RESUME = 0x8000000;
  private static final int FAIL = 0x20000000;
  private static final int ONE_PHASE = 0x40000000;

  private enum State {
    STARTED,
    SUSPENDED,
    ENDED,
    FAILED,
    PREPARED
  }

  private static final class Branch {
    private final UnitOfWork work;
    private Connection connection;
    private State state = State.STARTED;

    Branch(Connection connection, UnitOfWork work) {
      this.connection = connection;
      this.work = work;
    }

    boolean isActive() {
      return state == State.STARTED || state == State.SUSPENDED;
    }
  }

  /** The work of one connection: its own unit of work, or a branch while it has one started. */
  public static final class Connection {
    private final UnitOfWork own;
    private Branch started;

    public Connection(QueueManager queueManager) {
      own = new UnitOfWork(queueManager);
    }

    /** The unit of work that puts and gets under syncpoint belong to now. */
    public UnitOfWork work() {
      return started == null ? own : started.work;
    }

    /** Whether its work is a branch, which the transaction manager ends and not the application. */
    public boolean isInBranch() {
      return started != null;
    }
  }

  private final QueueManager queueManager;
  private final Map<ByteBuffer, Branch> branches = new LinkedHashMap<>();

  Transactions(QueueManager queueManager) {
    this.queueManager = queueManager;
  }

  /** Starts, joins or resumes a branch, to which the connection's work belongs from now on. */
  public int start(Connection connection, ByteBuffer id, int flags) {
    if (connection.started != null) {
      return PROTOCOL;
    }
    if ((flags & JOIN) != 0 && (flags & RESUME) != 0) {
      return INVALID;
    }
    if (!connection.own.isEmpty()) {
      return OUTSIDE;
    }
    Branch branch = branches.get(id);
    if ((flags & (JOIN | RESUME)) == 0) {
      if (branch != null) {
        return DUPLICATE;
      }
      branch = new Branch(connection, new UnitOfWork(queueManager));
      branches.put(id, branch);
    } else if (branch == null) {
      return UNKNOWN;
    } else if (branch.state == State.FAILED) {
      return ROLLED_BACK;
    } else if (!mayGoOn(branch, connection, flags)) {
      return PROTOCOL;
    }
    branch.connection = connection;
    branch.state = State.STARTED;
    connection.started = branch;
    return OK;
  }

  private static boolean mayGoOn(Branch branch, Connection connection, int flags) {
    return (flags & RESUME) == 0
        ? branch.state == State.ENDED
        : branch.state == State.SUSPENDED && branch.connection == connection;
  }

  /** Ends or suspends a connection's part in a branch: its work is its own again. */
  public int end(Connection connection, ByteBuffer id, int flags) {
    Branch branch = branches.get(id);
    if (branch == null) {
      return UNKNOWN;
    }
    if (branch.connection != connection
        || !branch.isActive()
        || (connection.started != null && connection.started != branch)) {
      return PROTOCOL;
    }
    if (Integer.bitCount(flags & (SUSPEND | SUCCESS | FAIL)) != 1) {
      return INVALID;
    }
    boolean suspends = (flags & SUSPEND) != 0;
    if (suspends && branch.state == State.SUSPENDED) {
      return PROTOCOL;
    }
    connection.started = null;
    State ended = (flags & FAIL) != 0 ? State.FAILED : State.ENDED;
    branch.state = suspends ? State.SUSPENDED : ended;
    return OK;
  }

  /** Prepares a branch, which can be committed for sure from now on; one that did nothing ends. */
  public int prepare(ByteBuffer id) {
    Branch branch = branches.get(id);
    if (branch == null) {
      return UNKNOWN;
    }
    if (branch.state == State.FAILED) {
      rollback(id);
      return ROLLED_BACK;
    }
    if (branch.state != State.ENDED) {
      return PROTOCOL;
    }
    if (branch.work.isEmpty()) {
      branches.remove(id);
      return READ_ONLY;
    }
    branch.state = State.PREPARED;
    return OK;
  }

  /** Commits a branch that is prepared, or in one phase one that is not. */
  public int commit(ByteBuffer id, int flags) {
    Branch branch = branches.get(id);
    if (branch == null) {
      return UNKNOWN;
    }
    boolean onePhase = (flags & ONE_PHASE) != 0;
    if (onePhase && branch.state == State.FAILED) {
      rollback(id);
      return ROLLED_BACK;
    }
    if (branch.state != (onePhase ? State.ENDED : State.PREPARED)) {
      return PROTOCOL;
    }
    branches.remove(id);
    branch.work.commit();
    return OK;
  }

  /** Undoes the work of a branch. */
  public int rollback(ByteBuffer id) {
    Branch branch = branches.get(id);
    if (branch == null) {
      return UNKNOWN;
    }
    if (branch.isActive()) {
      return PROTOCOL;
    }
    branches.remove(id);
    branch.work.backOut();
    return OK;
  }

  /** Nothing is decided here without the transaction manager, so there is nothing to forget. */
  public int forget(ByteBuffer id) {
    return branches.containsKey(id) ? PROTOCOL : UNKNOWN;
  }

  /** The ids of the branches that are prepared, the oldest first. */
  public List<ByteBuffer> inDoubt() {
    return branches.entrySet().stream()
        .filter(each -> each.getValue().state == State.PREPARED)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * A connection ends, and with it all its work that is not prepared.
   *
   * @param commit whether its own unit of work counts
   */
  public void end(Connection connection, boolean commit) {
    connection.started = null;
    if (commit) {
      connection.own.commit();
    } else {
      connection.own.backOut();
    }
    for (Map.Entry<ByteBuffer, Branch> each : List.copyOf(branches.entrySet())) {
      Branch branch = each.getValue();
      if (branch.connection == connection && branch.state != State.PREPARED) {
        branches.remove(each.getKey());
        branch.work.backOut();
      }
    }
  }

  /** Drops non-persistent messages from branches in doubt, as a crash does. */
  void discardNonPersistent() {
    branches.values().forEach(branch -> branch.work.discardNonPersistent());
  }
}
