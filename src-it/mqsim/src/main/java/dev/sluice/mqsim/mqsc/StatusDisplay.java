package dev.sluice.mqsim.mqsc;

import dev.sluice.mqsim.codec.pcf.Parameter;
import dev.sluice.mqsim.codec.pcf.Parameter.Bytes;
import dev.sluice.mqsim.codec.pcf.Parameter.Int;
import dev.sluice.mqsim.codec.pcf.Parameter.IntList;
import dev.sluice.mqsim.codec.pcf.Parameter.Text;
import dev.sluice.mqsim.codec.pcf.PcfMessage;
import dev.sluice.mqsim.command.CommandServer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** DISPLAY of what the command server can be asked in PCF: its answers in words. */
final class StatusDisplay {

  /**
   * A question.
   *
   * @param command number of the inquiry
   * @param name id of the parameter with the object's name; 0 if there is one object
   * @param type id of the parameter TYPE; 0 if there is none
   */
  private record Inquiry(int command, int name, int type) {}

  private static final Map<String, Inquiry> INQUIRIES =
      Map.of(
          "QMGR", new Inquiry(CommandServer.INQUIRE_QUEUE_MANAGER, 0, 0),
          "QMSTATUS", new Inquiry(CommandServer.INQUIRE_QUEUE_MANAGER_STATUS, 0, 0),
          "QSTATUS", new Inquiry(CommandServer.INQUIRE_QUEUE_STATUS, 2016, 1103),
          "CHSTATUS", new Inquiry(CommandServer.INQUIRE_CHANNEL_STATUS, 3501, 0),
          "APSTATUS", new Inquiry(CommandServer.INQUIRE_APPLICATION_STATUS, 3024, 1428));

  private static final Map<String, String> TYPES =
      Words.pairs("1103.QUEUE=1105 1428.APPL=1429 1428.QMGR=1430 1428.LOCAL=1431");

  /** Attributes by id. */
  private static final Map<String, String> KEYWORDS =
      Words.pairs(
          """
          2=CCSID 11=MAXHANDS 31=CMDLEVEL 32=PLATFORM 2003=COMMANDQ 2006=DEADQ 2015=QMNAME 2032=QMID
          1149=STATUS 1230=CONNS 1232=CHINIT 1233=CMDSERV 3175=STARTDA 3176=STARTTI
          2016=QUEUE 1103=TYPE 3=CURDEPTH 17=IPPROCS 18=OPPROCS 123=MONQ 1027=UNCOM 1226=QTIME
          1227=MSGAGE 3128=LPUTDATE 3129=LPUTTIME 3130=LGETDATE 3131=LGETTIME
          3501=CHANNEL 1511=CHLTYPE 1527=STATUS 3506=CONNAME 1534=MSGS 1537=BATCHES 1541=SHORTRTS
          1540=LONGRTS 1563=HBINT 1616=MAXSHCNV 1617=CURSHCNV 3527=MCAUSER 3528=CHSTATI 3529=CHSTADA
          3548=RAPPLTAG
          3024=APPLNAME 1428=TYPE 2029=CLUSTER 1089=COUNT 1424=MOVCOUNT 1433=BALANCED 1427=ACTIVE
          1434=BALSTATE 3167=LMSGTIME 3168=LMSGDATE 7038=CONNTAG 1426=MOVABLE 1432=IMMCOUNT
          1435=IMMREASN 3209=IMMDATE 3210=IMMTIME 1439=BALTYPE 1440=BALOPTS 1441=BALTMOUT
          """);

  /** Values by id of the attribute; those that are not here are shown as they are. */
  private static final Map<String, String> VALUES =
      Words.pairs(
          """
          32.3=UNIX 123.65=HIGH 1027.0=NO 1103.1105=QUEUE 1227.-1= 1149.2=RUNNING 1232.2=RUNNING
          1233.2=RUNNING
          1426.0=NO 1426.1=YES 1427.0=NO 1427.1=YES 1428.1429=APPL 1428.1430=QMGR 1428.1431=LOCAL
          1433.0=NO 1433.1=YES 1433.2=NOTAPPLIC
          1434.0=NOTAPPLIC 1434.1=LOW 1434.2=OK 1434.3=HIGH 1434.4=UNKNOWN
          1435.0=NONE 1435.1=NOTCLIENT 1435.2=NOTRECONN 1435.3=MOVING 1435.4=APPNAMECHG
          1435.5=INTRANS 1435.6=REPLY 1435.7=NOREDIRECT
          1439.0=SIMPLE 1439.1=REQREP 1440.0=NONE 1440.1=IGNTRANS 1441.-2=NEVER
          1511.1=SDR 1511.3=RCVR 1511.7=SVRCONN 1511.8=CLUSRCVR 1511.9=CLUSSDR
          1527.1=BINDING 1527.3=RUNNING 1527.5=RETRYING 1527.6=STOPPED
          """);

  private final CommandServer server;

  StatusDisplay(CommandServer server) {
    this.server = server;
  }

  /** Whether the command server can be asked for it. */
  static boolean knows(String object) {
    return INQUIRIES.containsKey(object);
  }

  /** What there is; nothing if the command server says so. */
  CompletableFuture<List<Row>> rows(MqscCommand command) {
    Inquiry inquiry = INQUIRIES.get(command.object());
    List<Parameter> parameters = new ArrayList<>();
    if (inquiry.name() != 0) {
      parameters.add(new Text(inquiry.name(), command.requiredName()));
    }
    String type = command.text("TYPE", "");
    if (!type.isEmpty()) {
      String value = TYPES.get(inquiry.type() + "." + type);
      if (value == null) {
        throw command.failure("TYPE(%s) is not simulated".formatted(type));
      }
      parameters.add(new Int(inquiry.type(), Integer.parseInt(value)));
    }
    CompletableFuture<List<Row>> found = new CompletableFuture<>();
    server.ask(
        new PcfMessage(PcfMessage.COMMAND, inquiry.command(), 1, true, 0, parameters),
        objects -> found.complete(objects.stream().map(StatusDisplay::row).toList()),
        reason -> found.complete(List.of()));
    return found;
  }

  private static Row row(List<Parameter> object) {
    Row row = new Row(new LinkedHashMap<>());
    for (Parameter parameter : object) {
      String keyword = KEYWORDS.get(Integer.toString(parameter.id()));
      if (keyword != null) {
        String value = value(parameter);
        row.with(keyword, VALUES.getOrDefault(parameter.id() + "." + value, value));
      }
    }
    return row;
  }

  private static String value(Parameter parameter) {
    if (parameter instanceof Int number) {
      return Integer.toString(number.value());
    } else if (parameter instanceof Text text) {
      return text.value();
    } else if (parameter instanceof Bytes bytes) {
      return HexFormat.of().withUpperCase().formatHex(bytes.value());
    }
    return ((IntList) parameter)
        .values().stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
