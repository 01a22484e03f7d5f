import java.io.*;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.xml.transform.TransformerException;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.*;

/**
 * The warm Saxon-HE for comparison with the rule engine. Requests are lines, fields separated by tabs:
 * `load NAME STYLESHEET` answers ok or refused; `run NAMES MILLISECONDS DOCUMENT…` (names separated by commas) repeats the
 * documents until the time is over and answers with their count and the nanoseconds. Each document is parsed from
 * memory once for all its stylesheets; the reports are built as trees.
 */
public class SaxonBench {
  static final Processor PROCESSOR = new Processor(false);
  static final Map<String, XsltExecutable> STYLESHEETS = new HashMap<>();
  static final Map<String, byte[]> DOCUMENTS = new HashMap<>();
  static final boolean CPU = "cpu".equals(System.getenv("BENCH_CLOCK"));
  static int next = 0;

  public static void main(String[] args) throws IOException {
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String request; (request = requests.readLine()) != null; ) {
      String[] fields = request.split("\t");
      try {
        System.out.println(fields[0].equals("load") ? load(fields[1], fields[2]) : run(fields));
      } catch (Exception error) {
        System.out.println("failed " + String.valueOf(error.getMessage()).replaceAll("\\s+", " "));
      }
      System.out.flush();
    }
  }

  static String load(String name, String stylesheet) {
    XsltCompiler compiler = PROCESSOR.newXsltCompiler();
    compiler.setErrorListener(new Silent());
    try {
      STYLESHEETS.put(name, compiler.compile(new StreamSource(new File(stylesheet))));
      return "ok";
    } catch (SaxonApiException error) {
      return "refused";
    }
  }

  static String run(String[] fields) throws SaxonApiException, IOException {
    List<XsltExecutable> stylesheets = new ArrayList<>();
    for (String name : fields[1].split(",")) stylesheets.add(STYLESHEETS.get(name));
    List<byte[]> documents = new ArrayList<>();
    for (int i = 3; i < fields.length; i++) documents.add(bytes(fields[i]));
    long started = now();
    long end = started + Long.parseLong(fields[2]) * 1_000_000;
    long done = 0;
    do {
      check(documents.get(next++ % documents.size()), stylesheets);
      done++;
    } while (now() < end);
    return done + " " + (now() - started);
  }

  /** Nanoseconds; see own-process.ts for the other clock. */
  static long now() {
    return CPU ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() : System.nanoTime();
  }

  static void check(byte[] bytes, List<XsltExecutable> stylesheets) throws SaxonApiException {
    XdmNode document = PROCESSOR.newDocumentBuilder().build(new StreamSource(new ByteArrayInputStream(bytes)));
    for (XsltExecutable stylesheet : stylesheets) {
      XsltTransformer transformer = stylesheet.load();
      transformer.setErrorListener(new Silent());
      transformer.setInitialContextNode(document);
      XdmDestination report = new XdmDestination();
      transformer.setDestination(report);
      transformer.transform();
      if (report.getXdmNode() == null) throw new IllegalStateException("no report");
    }
  }

  static byte[] bytes(String file) throws IOException {
    byte[] known = DOCUMENTS.get(file);
    if (known == null) DOCUMENTS.put(file, known = Files.readAllBytes(Paths.get(file)));
    return known;
  }

  static class Silent implements javax.xml.transform.ErrorListener {
    public void warning(TransformerException error) {}
    public void error(TransformerException error) {}
    public void fatalError(TransformerException error) throws TransformerException {
      throw error;
    }
  }
}
