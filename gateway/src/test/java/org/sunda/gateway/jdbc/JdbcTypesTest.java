package org.sunda.gateway.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sunda.term.Term;

/// The type table, both ways, against H2.
class JdbcTypesTest {
    private static Database db;

    @BeforeAll
    static void open() throws Exception {
        db = Database.inMemory();
    }

    @AfterAll
    static void close() {
        db.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '\0',
            value = {
                "CAST(NULL AS INT) | null",
                "CAST(NULL AS VARCHAR) | null",
                "CAST(NULL AS BOOLEAN) | null",
                "CAST(NULL AS TIMESTAMP) | null",
                "CAST(NULL AS BLOB) | null",
                "CAST(NULL AS CLOB) | null",
                "CAST(NULL AS INT ARRAY) | null",
                "CAST(NULL AS UUID) | null",
                "CAST(NULL AS TIMESTAMP WITH TIME ZONE) | null",
                "TRUE | true",
                "1 = 2 | false",
                "CAST(-128 AS TINYINT) | -128",
                "CAST(32767 AS SMALLINT) | 32767",
                "2147483647 | 2147483647",
                "CAST(-9223372036854775808 AS BIGINT) | -9223372036854775808",
                "CAST(12.30 AS DECIMAL(10, 2)) | <<\"12.30\">>",
                "CAST(123456789012345678901234567890 AS NUMERIC(30)) | <<\"123456789012345678901234567890\">>",
                "CAST('1E+100' AS DECFLOAT) | <<\"1E+100\">>",
                "CAST(0.5 AS REAL) | 0.5",
                "CAST(1.1 AS DOUBLE PRECISION) | 1.1",
                "CAST('NaN' AS DOUBLE PRECISION) | nan",
                "CAST('Infinity' AS DOUBLE PRECISION) | inf",
                "CAST('-Infinity' AS DOUBLE PRECISION) | '-inf'",
                "'añ€😀' | <<\"añ€😀\"/utf8>>",
                "'' | <<>>",
                "CAST('x' AS CHAR(3)) | <<\"x  \">>",
                "CAST('large' AS CLOB) | <<\"large\">>",
                "CAST(X'00ff80' AS VARBINARY) | <<0,255,128>>",
                "CAST(X'00ff80' AS BINARY(3)) | <<0,255,128>>",
                "CAST(X'00ff80' AS BLOB) | <<0,255,128>>",
                "CAST('0f8fad5b-d9cb-469f-a165-70867728950e' AS UUID) | <<\"0f8fad5b-d9cb-469f-a165-70867728950e\">>",
                "DATE '2026-02-28' | {2026,2,28}",
                "DATE '-0044-03-15' | {-44,3,15}",
                "CAST('23:59:58' AS TIME(0)) | {23,59,58}",
                "CAST('23:59:58.5' AS TIME(3)) | {23,59,58,500000000}",
                "CAST('23:59:58' AS TIME(3)) | {23,59,58,0}",
                "CAST('2026-02-28 23:59:58' AS TIMESTAMP(0)) | {{2026,2,28},{23,59,58}}",
                "CAST('2026-02-28 23:59:58.123456789' AS TIMESTAMP(9)) | {{2026,2,28},{23,59,58},123456789}",
                "CAST('1970-01-01 01:00:01.5+01' AS TIMESTAMP WITH TIME ZONE) | {ts,1500000}",
                "CAST('1969-12-31 23:59:59.999999+00' AS TIMESTAMP WITH TIME ZONE) | {ts,-1}",
                "CAST('10:00:00+02' AS TIME WITH TIME ZONE) | <<\"10:00:00+02\">>",
                "CAST('999999999-01-01 00:00:00+00' AS TIMESTAMP WITH TIME ZONE)"
                        + " | <<\"999999999-01-01 00:00:00+00\">>",
                "ARRAY[1, NULL, 3] | [1,null,3]",
                "CAST(ARRAY[] AS INT ARRAY) | []",
                "ARRAY[ARRAY['a'], ARRAY['b', 'c']] | [[<<\"a\">>],[<<\"b\">>,<<\"c\">>]]",
                "JSON '{\"a\": [1, null]}' | <<\"{\\\"a\\\":[1,null]}\">>",
                "INTERVAL '1' DAY | <<\"INTERVAL '1' DAY\">>",
                "CAST('b' AS ENUM('a', 'b')) | <<\"b\">>",
                "CAST('POINT (1 2)' AS GEOMETRY) | <<\"POINT (1 2)\">>",
            })
    void shouldReadEachTypeAsTheTableSays(String sql, String expected) throws Exception {
        assertThat(db.rows("SELECT " + sql)).isEqualTo(list(tuple(Term.parse(expected))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '\0',
            value = {
                "INT | 7 | 7",
                "INT | null | null",
                "INT | undefined | null",
                "INT | nil | null",
                "BOOLEAN | true | true",
                "BIGINT | 9223372036854775807 | 9223372036854775807",
                "NUMERIC(20) | 18446744073709551615 | <<\"18446744073709551615\">>",
                "DECIMAL(10, 2) | <<\"12.3\">> | <<\"12.30\">>",
                "DECIMAL(10, 2) | {decimal, <<\"12.3\">>} | <<\"12.30\">>",
                "DECIMAL(10, 2) | {decimal, 12} | <<\"12.00\">>",
                "DOUBLE PRECISION | 1.5 | 1.5",
                "DOUBLE PRECISION | inf | inf",
                "DOUBLE PRECISION | '-inf' | '-inf'",
                "DOUBLE PRECISION | nan | nan",
                "VARCHAR | <<\"añ€😀\"/utf8>> | <<\"añ€😀\"/utf8>>",
                "VARCHAR | \"añ€\" | <<\"añ€\"/utf8>>",
                "VARCHAR | [] | <<>>",
                "VARCHAR | {text, \"abc\"} | <<\"abc\">>",
                "VARBINARY | <<0,255>> | <<0,255>>",
                "VARBINARY | <<\"text\">> | <<\"text\">>",
                "VARBINARY | {bytes, <<1>>} | <<1>>",
                "BLOB | <<0,255>> | <<0,255>>",
                "CLOB | <<\"large\">> | <<\"large\">>",
                "UUID | <<\"0f8fad5b-d9cb-469f-a165-70867728950e\">> | <<\"0f8fad5b-d9cb-469f-a165-70867728950e\">>",
                "UUID | {uuid, <<\"0F8FAD5B-d9cb-469f-a165-70867728950e\">>}"
                        + " | <<\"0f8fad5b-d9cb-469f-a165-70867728950e\">>",
                "DATE | {2026,2,28} | {2026,2,28}",
                "DATE | {date, {2026,2,28}} | {2026,2,28}",
                "TIME(0) | {23,59,58} | {23,59,58}",
                "TIME(9) | {23,59,58,7} | {23,59,58,7}",
                "TIME(0) | {time, {23,59,58}} | {23,59,58}",
                "TIMESTAMP(0) | {{2026,2,28},{23,59,58}} | {{2026,2,28},{23,59,58}}",
                "TIMESTAMP(9) | {{2026,2,28},{23,59,58},7} | {{2026,2,28},{23,59,58},7}",
                "TIMESTAMP(0) | {timestamp, {{2026,2,28},{23,59,58}}} | {{2026,2,28},{23,59,58}}",
                "TIMESTAMP WITH TIME ZONE | {ts,-1} | {ts,-1}",
                "INT ARRAY | [1,null,3] | [1,null,3]",
                "INT ARRAY | [] | []",
                "INT ARRAY | {array, <<\"integer\">>, [1]} | [1]",
                "VARCHAR ARRAY ARRAY | [[<<\"a\">>],[]] | [[<<\"a\">>],[]]",
                "BOOLEAN ARRAY | [true] | [true]",
                "JSON | <<\"{\\\"a\\\":1}\">> | <<\"{\\\"a\\\":1}\">>",
                "JSON | {json, <<\"[1]\">>} | <<\"[1]\">>",
                "ENUM('a','b') | <<\"b\">> | <<\"b\">>",
            })
    void shouldBringEachParameterToItsColumn(String type, String param, String expected) throws Exception {
        db.query("DROP TABLE IF EXISTS t");
        db.query("CREATE TABLE t(v " + type + ")");

        assertThat(db.query("INSERT INTO t VALUES (?)", Term.parse(param))).isEqualTo(Term.parse("{ok, 1}"));
        assertThat(db.rows("SELECT v FROM t")).isEqualTo(list(tuple(Term.parse(expected))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '\0',
            value = {
                "INT | hello | the only atoms that are values",
                "INT | #{a => 1} | a map, record, pid, port, reference or fun is not a value of SQL",
                "INT | <<1:4>> | a bit string is not a value of SQL",
                "INT | {money, 7} | the types are text, bytes,",
                "INT | {1,2,3} | what this tuple means the statement does not say",
                "INT | [1] | a list is an array, or a string, but the statement wants neither",
                "DATE | {2026,2,30} | expected {Y, M, D}",
                "DATE | {2026,4294967298,1} | expected {Y, M, D}",
                "TIME | {24,0,0} | expected {H, M, S}",
                "TIMESTAMP | {{2026,2,28},{24,0,0}} | expected {{Y, M, D}, {H, M, S}}",
                "TIMESTAMP | {{2026,2,28},{23,0,0},1000000000} | expected {{Y, M, D}, {H, M, S}}",
                "UUID | <<\"0f8f\">> | expected a UUID of 36 characters",
                "DECIMAL(10,2) | <<\"much\">> | expected a decimal number as text",
                "VARCHAR | {text, 7} | expected text",
                "VARCHAR | [<<\"a\">>] | expected text",
                "VARCHAR | {text, <<255>>} | expected text",
                "VARBINARY | {bytes, \"abc\"} | expected a binary",
                "INT ARRAY | [1|2] | expected a proper list",
                "INT ARRAY | [[[[[[[1]]]]]]] | expected a proper list of at most 6 dimensions",
                "INT ARRAY | [{1}] | expected an array of integers, floats",
            })
    void shouldSayWhichParameterIsWrongAndWhatItShouldBe(String type, String param, String message) throws Exception {
        db.query("DROP TABLE IF EXISTS t");
        db.query("CREATE TABLE t(a INT, v " + type + ")");

        String answer = db.query("INSERT INTO t VALUES (?, ?)", Term.parse("1"), Term.parse(param))
                .toString();

        assertThat(answer).contains("class => badarg", "parameter 2: " + message);
    }

    @Test
    void shouldTellTheNamesOfTheColumnsAsBinariesInTheirOrder() throws Exception {
        assertThat(db.query("SELECT 1 AS \"Zähler\", 2 AS b WHERE FALSE"))
                .isEqualTo(
                        Term.parse("{ok, #{columns => [<<\"Zähler\"/utf8>>, <<\"B\">>], rows => [], num_rows => 0}}"));
    }

    @Test
    void shouldMakeMapsOfRowsWhenAsked() throws Exception {
        Term request = Term.parse("{query, <<\"SELECT 1 AS A, NULL AS B\">>, [], #{rows => maps}}");

        assertThat(db.ask(request).toString()).contains("rows => [#{<<\"A\">> => 1,<<\"B\">> => null}]");
    }

    @Test
    void shouldRefuseMapsWhenTwoColumnsHaveOneName() throws Exception {
        Term request = Term.parse("{query, <<\"SELECT 1 AS A, 2 AS A\">>, [], #{rows => maps}}");

        assertThat(db.ask(request).toString()).contains("badarg", "two columns have one name");
    }

    @Test
    void shouldTakeWhateverABinaryMeansWhereTheStatementDoesNotSay() throws Exception {
        assertThat(db.rows("SELECT ?", binary("text"))).isEqualTo(Term.parse("[{<<\"text\">>}]"));
        assertThat(db.rows("SELECT ?", binary(new byte[] {(byte) 0xff}))).isEqualTo(Term.parse("[{<<255>>}]"));
    }
}
