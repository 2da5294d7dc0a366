package dev.sluice.mqsim.command;

import dev.sluice.mqsim.authority.Authority;
import dev.sluice.mqsim.authority.Security;
import dev.sluice.mqsim.codec.pcf.Parameter;
import dev.sluice.mqsim.codec.pcf.PcfException;
import dev.sluice.mqsim.codec.pcf.PcfMessage;
import dev.sluice.mqsim.queue.GenericName;
import dev.sluice.mqsim.queue.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * A command and what becomes of it. The inquiries that answer it read its parameters, say which
 * they know, and give one list of parameters for each object that they found.
 */
final class Request {

  private static final int ALL_ATTRIBUTES = 1009;

  private final PcfMessage command;
  private final String user;
  private final Security security;
  private final Consumer<List<List<Parameter>>> answers;
  private final IntConsumer failure;

  Request(
      PcfMessage command,
      String user,
      Security security,
      Consumer<List<List<Parameter>>> answers,
      IntConsumer failure) {
    this.command = command;
    this.user = user;
    this.security = security;
    this.answers = answers;
    this.failure = failure;
  }

  int command() {
    return command.command();
  }

  /** Answers with the objects that were found, or with the reason code if there are none. */
  void answer(List<List<Parameter>> objects, int reasonIfNone) {
    if (objects.isEmpty()) {
      failure.accept(reasonIfNone);
    } else {
      answers.accept(objects);
    }
  }

  /** Answers with one object. */
  void answer(List<Parameter> object) {
    answers.accept(List.of(object));
  }

  /**
   * Refuses parameters that an inquiry does not know, so that none is left out unnoticed.
   *
   * @throws PcfException 3014
   */
  void requireOnly(Integer... known) {
    for (Parameter parameter : command.parameters()) {
      if (!List.of(known).contains(parameter.id())) {
        throw new PcfException(PcfException.UNKNOWN_PARAMETER, parameter.id());
      }
    }
  }

  /**
   * A text that must be there.
   *
   * @throws PcfException 3019 if it is not
   */
  String text(int id) {
    return find(Parameter.Text.class, id)
        .map(Parameter.Text::value)
        .orElseThrow(() -> new PcfException(PcfException.TOO_FEW_PARAMETERS, id));
  }

  int number(int id, int otherwise) {
    return find(Parameter.Int.class, id).map(Parameter.Int::value).orElse(otherwise);
  }

  private <P extends Parameter> Optional<P> find(Class<P> type, int id) {
    return command.parameters().stream()
        .filter(parameter -> parameter.id() == id)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst();
  }

  /**
   * What is answered about an object.
   *
   * @param wish id of the list of wanted attributes; without it all are wanted
   */
  List<Parameter> selected(int wish, List<Parameter> always, List<Parameter> ifWanted) {
    List<Parameter> selected = new ArrayList<>(always);
    List<Integer> wanted =
        find(Parameter.IntList.class, wish)
            .map(Parameter.IntList::values)
            .orElse(List.of(ALL_ATTRIBUTES));
    ifWanted.stream()
        .filter(each -> wanted.contains(ALL_ATTRIBUTES) || wanted.contains(each.id()))
        .forEach(selected::add);
    return selected;
  }

  /**
   * Checks whether the object may be displayed. Of a generic name those are left out that may not.
   *
   * @param given the name in the command
   * @throws PcfException 2035 if the object is named and may not be displayed
   */
  boolean mayDisplay(String objectType, String object, String given) {
    boolean allowed = security.allows(user, objectType, object, Authority.DSP);
    if (!allowed && !GenericName.isGeneric(given)) {
      require(objectType, object, Authority.DSP);
    }
    return allowed;
  }

  /**
   * Checks a right.
   *
   * @throws dev.sluice.mqsim.queue.CallFailedException {@link Reason#NOT_AUTHORIZED} without it
   */
  void require(String objectType, String object, Authority authority) {
    security.require(user, objectType, object, authority);
  }
}
